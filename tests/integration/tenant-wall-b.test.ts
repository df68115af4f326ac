import { administrator, testWall } from '../support/tenant-wall.ts';

// The wall is the same code from either side: the other direction looks for what one tenant's data alone would hide.
testWall('B', 'A', administrator);
