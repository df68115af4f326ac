import { type FileHandle, mkdtemp, open, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { clearSpools, withSpooled } from './spool.ts';

async function* upload(...pieces: string[]): AsyncGenerator<Buffer> {
  for (const piece of pieces) yield Buffer.from(piece);
}

/** As a disk that is nearly full: it takes at most three bytes at a time, and `room` in all. */
async function takingLittle(room: number): Promise<void> {
  const file = await open(import.meta.filename);
  const prototype: FileHandle = Object.getPrototypeOf(file);
  await file.close();
  const write = prototype.write as (buffer: Buffer, at: number, length: number, to: number) => unknown;
  const spy = vi.spyOn(prototype, 'write') as unknown as { mockImplementation(write: unknown): void };
  spy.mockImplementation(function (this: FileHandle, buffer: Buffer, at: number, length: number, to: number) {
    const left = Math.min(length, 3, room - to);
    if (left <= 0) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    return write.call(this, buffer, at, left, to);
  });
  onTestFinished(() => void vi.restoreAllMocks());
}

test('a disk that takes a part of a piece: the rest is written after it, and what does not fit fails', async () => {
  await takingLittle(16);
  const read = ({ handle }: { handle: FileHandle }) => handle.readFile('utf8');
  expect(await withSpooled(upload('0123456789', 'abcdef'), read)).toBe('0123456789abcdef');
  await expect(withSpooled(upload('0123456789', 'abcdefg'), read)).rejects.toThrow('no space left');
});

test('what a killed process left is removed at the next start; a file that is being made, and what is not ours, stays', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'xyxlx-spools-'));
  vi.stubEnv('TMPDIR', directory);
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await rm(directory, { recursive: true });
  });
  const long = new Date(Date.now() - 61_000);
  for (const name of ['xyxlx-upload-left', 'xyxlx-upload-new', 'somebody-else']) {
    await writeFile(join(directory, name), 'x');
    if (name !== 'xyxlx-upload-new') await utimes(join(directory, name), long, long);
  }
  await clearSpools();
  expect((await readdir(directory)).sort()).toEqual(['somebody-else', 'xyxlx-upload-new']);
});
