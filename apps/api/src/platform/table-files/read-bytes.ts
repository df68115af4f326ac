import { read } from 'node:fs';
import { promisify } from 'node:util';

const readInto = promisify(read);

/** Bytes of an open file at a place; fewer where it ends. */
export async function bytesAt(file: number, offset: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await readInto(file, buffer, 0, length, offset);
  return buffer.subarray(0, bytesRead);
}

/** A part of an open file in pieces; unlike a stream it never closes the file, which is not its own. */
export async function* piecesOf(
  file: number,
  start: number,
  end: number,
  pieceSize = 64 * 1024,
): AsyncGenerator<Buffer> {
  for (let at = start; at < end; at += pieceSize) {
    yield await bytesAt(file, at, Math.min(pieceSize, end - at));
  }
}
