import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** One file of an archive. */
export interface ZipEntry {
  name: string;
  content: string | AsyncIterable<Buffer>;
}

const options = {
  // Twice as fast as the default for files a sixth larger, and it runs off the event loop either way.
  compressionLevel: 1,
  // The same data gives the same file.
  mtime: new Date(1980, 0, 1),
  forceDosTimestamp: true,
} as const;

/** A zip archive made while it is read, in constant memory; its contents end when the reader goes away. */
export async function* zip(entries: Iterable<ZipEntry>): AsyncGenerator<Buffer> {
  const archive = new ZipFile();
  const bytes = archive.outputStream as Readable;
  const contents: Readable[] = [];
  archive.on('error', (error) => bytes.destroy(error));
  for (const { name, content } of entries) {
    archive.addReadStreamLazy(name, options, (give) => {
      const readable = Readable.from(typeof content === 'string' ? [Buffer.from(content)] : content, {
        objectMode: false,
      });
      // The library listens to no error of a content; one that nobody hears would end the process.
      contents.push(readable.on('error', (error) => bytes.destroy(error)));
      give(null, readable);
    });
  }
  archive.end();
  try {
    yield* bytes;
  } finally {
    for (const content of contents) content.destroy();
  }
}
