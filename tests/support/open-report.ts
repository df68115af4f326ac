import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { expect } from 'vitest';
import { fromBufferPromise } from 'yauzl';

const manifest = 'manifest.sha256';

/** The files of a report by their names, after each was found in its manifest, whose lines are those of `sha256sum`, by its hash. */
export async function openReport(zip: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  const archive = await fromBufferPromise(zip, { lazyEntries: true });
  for await (const entry of archive.eachEntry()) {
    files.set(entry.fileName, await buffer(await archive.openReadStreamPromise(entry)));
  }
  const listed = files.get(manifest)?.toString().trim().split('\n');
  const hashed = [...files]
    .filter(([name]) => name !== manifest)
    .map(([name, bytes]) => `${createHash('sha256').update(bytes).digest('hex')}  ${name}`);
  expect(listed).toEqual(hashed);
  return files;
}
