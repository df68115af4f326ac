import { beforeEach, vi } from 'vitest';
import { reachability } from '../../apps/console/src/lib/reachability.ts';

// The console's tests share a process and have no server: what one left without an answer would go on asking for it, and take the network
// away from the tests of other files.
beforeEach(() => {
  vi.spyOn(reachability, 'lost').mockImplementation(() => undefined);
  vi.spyOn(reachability, 'check').mockResolvedValue(undefined);
});
