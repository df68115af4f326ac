import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownerFile, ownerOf } from './owner.ts';
import { embeddedHome } from './start.ts';

const gibibyte = 1024 ** 3;

/** A file system in memory, on Linux. */
const inMemory = '/dev/shm';

/**
 * Makes a directory for an embedded database that nobody keeps: in memory where there is plenty of it. Each database of the tests has two
 * thousand files, and a disk's file system takes long to make and remove so many.
 */
export function scratchDirectory(purpose: string): string {
  const isInMemory = hasPlenty();
  if (isInMemory) removeLeftovers();
  return mkdtempSync(join(isInMemory ? inMemory : tmpdir(), `xyxlx-${purpose}-`));
}

function hasPlenty(): boolean {
  // A container may be given less memory than the file system says.
  if (process.availableMemory() < 8 * gibibyte) return false;
  try {
    const { bavail, bsize } = statfsSync(inMemory);
    return bavail * bsize >= 4 * gibibyte;
  } catch {
    return false;
  }
}

/** Memory is not emptied overnight: what a killed process left there goes with the next one. */
function removeLeftovers(): void {
  for (const name of readdirSync(inMemory).filter((entry) => entry.startsWith('xyxlx-'))) {
    const directory = join(inMemory, name);
    const home = embeddedHome(directory);
    if (existsSync(ownerFile(home)) && ownerOf(home) === undefined) {
      rmSync(directory, { recursive: true, force: true });
    }
  }
}
