import { rolesOfScopes, testWall } from '../support/tenant-wall.ts';

testWall('A', 'B', rolesOfScopes);
