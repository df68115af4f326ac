import { createRowCheck, type Findings } from './check-rows.ts';
import { createCsvParser } from './csv-parser.ts';

/** What the worker says: how far it is, what it found, or that the file is no text it can read. */
export type SheetMessage =
  | { type: 'progress'; share: number; rows: number }
  | { type: 'done'; findings: Findings; ms: number }
  | { type: 'unreadable' };

const sayEveryMs = 100;

self.onmessage = async ({ data: file }: MessageEvent<File>) => {
  const start = performance.now();
  try {
    const findings = await readAs(file, 'utf-8').catch(() => readAs(file, 'gb18030'));
    say({ type: 'done', findings, ms: performance.now() - start });
  } catch {
    say({ type: 'unreadable' });
  }
};

// `fatal` rejects at the first wrong byte, so a file in another encoding is noticed and read again.
async function readAs(file: File, encoding: string): Promise<Findings> {
  const check = createRowCheck();
  const parser = createCsvParser(check.take);
  const decoder = new TextDecoder(encoding, { fatal: true });
  let bytes = 0;
  let said = performance.now();
  for await (const piece of piecesOf(file)) {
    parser.push(decoder.decode(piece, { stream: true }));
    bytes += piece.byteLength;
    if (performance.now() - said < sayEveryMs) continue;
    said = performance.now();
    say({ type: 'progress', share: bytes / file.size, rows: check.findings().rows });
  }
  parser.push(decoder.decode());
  parser.end();
  return check.findings();
}

async function* piecesOf(file: File): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
}

function say(message: SheetMessage): void {
  self.postMessage(message);
}
