import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createInflateRaw } from 'node:zlib';
import { BadFile, brokenWorkbook, oversizedWorkbook } from './bad-file.ts';
import { bytesAt, piecesOf } from './read-bytes.ts';
import { limits } from './table-row.ts';

interface Part {
  offset: number;
  packed: number;
  method: number;
}

/** The parts of an archive by their names. */
export interface Archive {
  has(name: string): boolean;
  /** The part as it unfolds; the limit holds for all parts together, whatever the archive says of their sizes. */
  open(name: string): AsyncIterable<Buffer>;
  /** A small part as text. */
  text(name: string): Promise<string>;
}

const oleMark = 0xd0cf11e0;
const smallPart = 4 * 1024 * 1024;

/** Reads the directory of a workbook's archive; throws `BadFile` for one that is encrypted, damaged or made to burst. */
export async function openArchive(file: number, size: number): Promise<Archive> {
  const parts = await directory(file, size);
  let unfolded = 0;

  function open(name: string): AsyncIterable<Buffer> {
    const part = parts.get(name);
    if (!part) throw brokenWorkbook();
    return counted(content(file, size, part));
  }

  async function* counted(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      unfolded += chunk.length;
      if (unfolded > limits.unfolded) throw oversizedWorkbook();
      yield chunk;
    }
  }

  return {
    has: (name) => parts.has(name),
    open,
    text: async (name) => {
      const chunks: Buffer[] = [];
      let length = 0;
      for await (const chunk of open(name)) {
        length += chunk.length;
        if (length > smallPart) throw oversizedWorkbook();
        chunks.push(chunk);
      }
      return Buffer.concat(chunks).toString('utf8');
    },
  };
}

async function directory(file: number, size: number): Promise<Map<string, Part>> {
  const start = await bytesAt(file, 0, Math.min(4, size));
  if (start.length === 4 && start.readUInt32BE(0) === oleMark) {
    throw new BadFile('broken', {
      zh: '文件已加密或是旧版 .xls，请取消密码并另存为 .xlsx',
      en: 'The file is encrypted or an old .xls: remove its password and save it as .xlsx',
    });
  }
  const tailSize = Math.min(size, 65_557);
  const tail = await bytesAt(file, size - tailSize, tailSize);
  const at = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  if (at < 0 || at + 22 > tail.length) throw brokenWorkbook();
  const count = tail.readUInt16LE(at + 10);
  const length = tail.readUInt32LE(at + 12);
  const offset = tail.readUInt32LE(at + 16);
  if (count > limits.parts || length > smallPart) throw oversizedWorkbook();
  if (offset + length > size) throw brokenWorkbook();
  return entries(await bytesAt(file, offset, length), count);
}

function entries(listing: Buffer, count: number): Map<string, Part> {
  const parts = new Map<string, Part>();
  let at = 0;
  for (let index = 0; index < count; index++) {
    if (at + 46 > listing.length || listing.readUInt32LE(at) !== 0x02014b50) throw brokenWorkbook();
    const encrypted = (listing.readUInt16LE(at + 8) & 1) === 1;
    if (encrypted) {
      throw new BadFile('broken', {
        zh: '文件已加密，请取消密码',
        en: 'The file is encrypted, remove its password',
      });
    }
    const nameLength = listing.readUInt16LE(at + 28);
    // Some writers use the separator of Windows, some begin at the root.
    const name = listing
      .toString('utf8', at + 46, at + 46 + nameLength)
      .replaceAll('\\', '/')
      .replace(/^\//, '');
    parts.set(name, {
      method: listing.readUInt16LE(at + 10),
      packed: listing.readUInt32LE(at + 20),
      offset: listing.readUInt32LE(at + 42),
    });
    at += 46 + nameLength + listing.readUInt16LE(at + 30) + listing.readUInt16LE(at + 32);
  }
  return parts;
}

async function* content(file: number, size: number, part: Part): AsyncGenerator<Buffer> {
  const head = await bytesAt(file, part.offset, 30);
  if (head.length < 30 || head.readUInt32LE(0) !== 0x04034b50) throw brokenWorkbook();
  const start = part.offset + 30 + head.readUInt16LE(26) + head.readUInt16LE(28);
  if (start + part.packed > size) throw brokenWorkbook();
  const stored = piecesOf(file, start, start + part.packed);
  if (part.method === 0) {
    yield* stored;
    return;
  }
  if (part.method !== 8) throw brokenWorkbook();
  const inflate = createInflateRaw({ chunkSize: 64 * 1024 });
  // Its failure reaches the reader through the stream it destroys.
  pipeline(Readable.from(stored, { objectMode: false }), inflate).catch(() => undefined);
  try {
    yield* inflate;
  } catch (error) {
    throw error instanceof BadFile ? error : brokenWorkbook();
  }
}
