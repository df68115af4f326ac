import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';

/** One file of an archive; its content is read once, when its turn comes. */
export interface ZipEntry {
  name: string;
  content: AsyncIterable<Buffer> | Iterable<Buffer>;
}

interface Written {
  name: Buffer;
  crc: number;
  packed: number;
  size: number;
  offset: number;
}

/** Sizes beyond it would need ZIP64, which spreadsheet programs read badly from a stream. */
const maxSize = 0xffff_fffe;

/** 1980-01-01: the same content gives the same bytes. */
const dosDate = 0x0021;

/** Sizes follow the data, and names are UTF-8. */
const flags = 0x0808;

/** An archive as it is packed, entry after entry, in constant memory; the packing runs off the event loop. */
export async function* zipStream(
  entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>,
): AsyncGenerator<Buffer> {
  const written: Written[] = [];
  let offset = 0;
  for await (const { name, content } of entries) {
    const entry: Written = { name: Buffer.from(name), crc: 0, packed: 0, size: 0, offset };
    const head = localHeader(entry);
    yield head;
    for await (const chunk of packed(content, entry)) {
      entry.packed += chunk.length;
      yield chunk;
    }
    if (entry.size > maxSize || offset + entry.packed > maxSize)
      throw new Error('The archive grew too large.');
    yield descriptor(entry);
    offset += head.length + entry.packed + 16;
    written.push(entry);
  }
  const directory = Buffer.concat(written.map(directoryHeader));
  yield directory;
  yield endOfDirectory(written.length, directory.length, offset);
}

async function* packed(content: ZipEntry['content'], entry: Written): AsyncGenerator<Buffer> {
  const deflate = createDeflateRaw({ level: 1, chunkSize: 64 * 1024 });
  const feeding = pipeline(Readable.from(counted(content, entry), { objectMode: false }), deflate);
  // Its failure reaches the reader through the stream it destroys.
  feeding.catch(() => undefined);
  yield* deflate;
  await feeding;
}

async function* counted(content: ZipEntry['content'], entry: Written): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    entry.crc = crc32(chunk, entry.crc);
    entry.size += chunk.length;
    yield chunk;
  }
}

function localHeader({ name }: Written): Buffer {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(20, 4);
  head.writeUInt16LE(flags, 6);
  head.writeUInt16LE(8, 8);
  head.writeUInt16LE(dosDate, 12);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, name]);
}

function descriptor({ crc, packed, size }: Written): Buffer {
  const tail = Buffer.alloc(16);
  tail.writeUInt32LE(0x08074b50, 0);
  tail.writeUInt32LE(crc, 4);
  tail.writeUInt32LE(packed, 8);
  tail.writeUInt32LE(size, 12);
  return tail;
}

function directoryHeader({ name, crc, packed, size, offset }: Written): Buffer {
  const head = Buffer.alloc(46);
  head.writeUInt32LE(0x02014b50, 0);
  head.writeUInt16LE(20, 4);
  head.writeUInt16LE(20, 6);
  head.writeUInt16LE(flags, 8);
  head.writeUInt16LE(8, 10);
  head.writeUInt16LE(dosDate, 14);
  head.writeUInt32LE(crc, 16);
  head.writeUInt32LE(packed, 20);
  head.writeUInt32LE(size, 24);
  head.writeUInt16LE(name.length, 28);
  head.writeUInt32LE(offset, 42);
  return Buffer.concat([head, name]);
}

function endOfDirectory(entries: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries, 8);
  end.writeUInt16LE(entries, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}
