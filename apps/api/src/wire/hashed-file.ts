import { createHash } from 'node:crypto';
import { pipeline, Transform } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { IncomingFile } from './implement.ts';

/** A file that is hashed while it is read. */
export interface HashedFile {
  file: IncomingFile;
  /** sha256 in hex of what has been read so far. */
  digest(): string;
  /** Reads what nobody has read yet, and throws it away. */
  readToEnd(): Promise<void>;
}

/** Puts the hash between an upload and its reader. */
export function hashedFile(file: IncomingFile): HashedFile {
  const hash = createHash('sha256');
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, push) {
      hash.update(chunk);
      push(null, chunk);
    },
  });
  // The reader sees the failure of either; nobody else waits for it here.
  pipeline(file.stream, stream, () => undefined);
  return {
    file: { ...file, stream },
    digest: () => hash.copy().digest('hex'),
    readToEnd: async () => {
      if (stream.readableEnded || stream.destroyed) return;
      stream.resume();
      await finished(stream, { writable: false }).catch(() => undefined);
    },
  };
}
