import { rolesOfTenants, testWall } from '../support/tenant-wall.ts';

testWall('A', 'B', rolesOfTenants);
