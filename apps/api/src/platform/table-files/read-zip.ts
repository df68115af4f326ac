import { promisify } from 'node:util';
import { type Entry, fromFd, type ZipFile } from 'yauzl';
import { BadFile, brokenWorkbook, oversizedWorkbook } from './bad-file.ts';
import { bytesAt } from './read-bytes.ts';
import { limits } from './table-row.ts';

/** The parts of an archive by their names. */
export interface Archive {
  has(name: string): boolean;
  /** The part as it unfolds, at most `most` bytes; the limit of all parts together holds whatever the archive says of their sizes. */
  open(name: string, most?: number): AsyncIterable<Buffer>;
}

const oleMark = 0xd0cf11e0;
const openFile = promisify(fromFd) as (file: number, options: object) => Promise<ZipFile>;

/** Reads the directory of a workbook's archive; throws `BadFile` for one that is encrypted, damaged or made to burst. */
export async function openArchive(file: number): Promise<Archive> {
  const start = await bytesAt(file, 0, 4);
  if (start.length === 4 && start.readUInt32BE(0) === oleMark) {
    throw new BadFile('broken', {
      zh: '文件已加密或是旧版 .xls，请取消密码并另存为 .xlsx',
      en: 'The file is encrypted or an old .xls: remove its password and save it as .xlsx',
    });
  }
  try {
    // The file is the caller's to close. Names are decoded here: some writers use the separator of Windows, some begin at the root.
    const archive = await openFile(file, { lazyEntries: true, autoClose: false, decodeStrings: false });
    return archiveOf(archive, await partsOf(archive));
  } catch (error) {
    throw error instanceof BadFile ? error : brokenWorkbook();
  }
}

async function partsOf(archive: ZipFile): Promise<Map<string, Entry>> {
  if (archive.entryCount > limits.parts) throw oversizedWorkbook();
  const parts = new Map<string, Entry>();
  for await (const entry of archive.eachEntry()) {
    if (entry.isEncrypted()) {
      throw new BadFile('broken', {
        zh: '文件已加密，请取消密码',
        en: 'The file is encrypted, remove its password',
      });
    }
    parts.set(String(entry.fileName).replaceAll('\\', '/').replace(/^\//, ''), entry);
  }
  return parts;
}

function archiveOf(archive: ZipFile, parts: Map<string, Entry>): Archive {
  let unfolded = 0;

  async function* open(name: string, most: number = limits.unfolded): AsyncGenerator<Buffer> {
    const part = parts.get(name);
    if (!part) throw brokenWorkbook();
    let length = 0;
    try {
      for await (const chunk of await archive.openReadStreamPromise(part)) {
        length += chunk.length;
        unfolded += chunk.length;
        if (length > most || unfolded > limits.unfolded) throw oversizedWorkbook();
        yield chunk;
      }
    } catch (error) {
      throw error instanceof BadFile ? error : brokenWorkbook();
    }
  }

  return { has: (name) => parts.has(name), open };
}
