import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { createGunzip, createGzip, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { fileStream } from './file-stream.ts';

const broken = new Error('the source broke');

/** A piece, then a failure. */
function breaking(): Readable {
  async function* pieces() {
    yield Buffer.from('a piece');
    throw broken;
  }
  return Readable.from(pieces(), { objectMode: false });
}

async function* upperCase(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const piece of bytes) yield Buffer.from(piece.toString().toUpperCase());
}

it.each([
  ['as it is', undefined, 'a file'],
  ['through a generator', upperCase, 'A FILE'],
  ['through a transform', createGunzip(), 'a file'],
])('it comes out %s', async (_, step, text) => {
  const bytes = step && step !== upperCase ? gzipSync('a file') : Buffer.from('a file');
  const pieces = [bytes.subarray(0, 3), bytes.subarray(3)];
  expect((await buffer(fileStream(Readable.from(pieces), step))).toString()).toBe(text);
});

it.each([
  ['alone', undefined],
  ['before a generator', upperCase],
  ['before a transform', createGzip()],
])('a source %s that breaks before anybody reads waits to tell its reader', async (_, step) => {
  const out = fileStream(breaking(), step);
  await expect.poll(() => out.destroyed).toBe(true);
  // Had nobody listened, the process would have ended by now.
  await turn();
  await expect(buffer(out)).rejects.toBe(broken);
});

it('a step that fails breaks all of it', async () => {
  const source = Readable.from([Buffer.from('no gzip at all')], { objectMode: false });
  await expect(buffer(fileStream(source, createGunzip()))).rejects.toThrow('incorrect header check');
  expect(source.destroyed).toBe(true);
});

it.each([
  ['alone', undefined],
  ['behind a generator that waits', upperCase],
  ['behind a transform', createGzip()],
])('a reader that goes away before it began ends the source %s', async (_, step) => {
  // Nothing ever comes of it.
  const source = new Readable({ read: () => undefined });
  fileStream(source, step).destroy();
  await expect.poll(() => source.destroyed).toBe(true);
});
