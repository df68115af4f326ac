import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, open, readdir, rm, stat, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const prefix = 'xyxlx-upload-';

/** A file that has kept its name for so long belongs to nobody, in ms. */
const nobodysAfter = 60_000;

/** Removes the files of processes that were killed in the moment between making one and taking its name. */
export async function clearSpools(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(prefix)) continue;
    const path = join(tmpdir(), name);
    const made = await stat(path).catch(() => null);
    if (made && made.mtimeMs < Date.now() - nobodysAfter) await rm(path, { force: true });
  }
}

/** An upload that has arrived whole, in a file without a name. */
export interface Spooled {
  handle: FileHandle;
  size: number;
  sha256: string;
}

/**
 * Takes an upload to disk and hands it to `use`. The file loses its name as soon as it is made, so nothing of it is left
 * whatever happens then: not when the client goes away, not when the process is killed.
 */
export async function withSpooled<T>(
  chunks: AsyncIterable<Buffer>,
  use: (file: Spooled) => Promise<T>,
): Promise<T> {
  const path = join(tmpdir(), `${prefix}${randomUUID()}`);
  const handle = await open(path, 'wx+', 0o600);
  try {
    await unlink(path);
    const hash = createHash('sha256');
    let size = 0;
    for await (const chunk of chunks) {
      hash.update(chunk);
      await writeAll(handle, chunk, size);
      size += chunk.length;
    }
    return await use({ handle, size, sha256: hash.digest('hex') });
  } finally {
    await handle.close();
  }
}

/** A disk that fills up takes a part of a piece without a complaint; only the next write fails. */
async function writeAll(handle: FileHandle, chunk: Buffer, position: number): Promise<void> {
  for (let written = 0; written < chunk.length; ) {
    written += (await handle.write(chunk, written, chunk.length - written, position + written)).bytesWritten;
  }
}
