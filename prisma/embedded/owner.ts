import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive, signal, startOf, waitUntilGone } from './processes.ts';

interface Process {
  pid: number;
  started: string;
}

interface Owner extends Process {
  guard?: Process;
}

/** Says who uses an embedded database, and is there as long as somebody does. */
export function ownerFile(home: string): string {
  return join(home, 'owner.json');
}

/** The process that uses an embedded database right now, if any: its id. */
export function ownerOf(home: string): number | undefined {
  const owner = read(ownerFile(home));
  return owner && runs(owner) ? owner.pid : undefined;
}

/**
 * Makes this process the owner of an embedded database, or throws one sentence that names the process that is.
 * What a killed owner left behind is waited for and cleared away.
 */
export async function claim(home: string): Promise<{ recordGuard(pid: number): void; release(): void }> {
  const file = ownerFile(home);
  const mine = `${file}.${process.pid}`;
  const me: Owner = { pid: process.pid, started: startOf(process.pid) };
  writeFileSync(mine, JSON.stringify(me));
  try {
    // link() fails when the name exists: of two processes that start together, one wins.
    while (!tryLink(mine, file)) await clearStale(file, home);
  } finally {
    rmSync(mine, { force: true });
  }
  return {
    recordGuard(pid) {
      writeFileSync(mine, JSON.stringify({ ...me, guard: { pid, started: startOf(pid) } }));
      renameSync(mine, file);
    },
    release: () => rmSync(file, { force: true }),
  };
}

async function clearStale(file: string, home: string): Promise<void> {
  const owner = read(file);
  // A moment's patience: one that was just killed is still listed, and one on its way out needs no more.
  if (owner && runs(owner) && !(await waitUntilGone(owner.pid, 2_000))) {
    throw new Error(
      `The database in ${home} is in use by process ${owner.pid}: stop that one first, or choose another DATA_DIR.`,
    );
  }
  if (owner?.guard && runs(owner.guard) && !(await waitUntilGone(owner.guard.pid, 30_000))) {
    signal(owner.guard.pid, 'SIGKILL');
  }
  // A third process may have cleared it and taken over meanwhile: then the file is not the one we judged.
  if (JSON.stringify(read(file)) === JSON.stringify(owner)) rmSync(file, { force: true });
}

function runs({ pid, started }: Process): boolean {
  return isAlive(pid) && startOf(pid) === started;
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function read(file: string): Owner | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Owner;
  } catch {
    return undefined;
  }
}
