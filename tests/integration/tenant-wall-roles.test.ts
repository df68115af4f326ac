import { leastRoles, testWall } from '../support/tenant-wall.ts';

testWall('A', 'B', leastRoles);
