import { SaxesParser } from 'saxes';
import { BadFile, brokenWorkbook, oversizedWorkbook } from './bad-file.ts';
import { limits } from './table-row.ts';

/** What is told of a document; names come without the prefixes, which are their writer's choice. */
export interface XmlReader {
  open(name: string, attributes: Record<string, string>): void;
  close?(name: string): void;
  text?(text: string): void;
}

/** Reads a document as it comes and hands out what the reader finds in it; throws `BadFile` for one that is not well-formed. */
export async function* readXml<T>(
  chunks: AsyncIterable<Buffer>,
  makeReader: (found: (item: T) => void) => XmlReader,
): AsyncGenerator<T> {
  const found: T[] = [];
  const reader = makeReader((item) => found.push(item));
  const decoder = new TextDecoder();
  const parser = new SaxesParser();
  // The parser keeps a text or a tag in memory until it ends.
  let unfinished = 0;
  parser.on('doctype', () => {
    // It is only there to do harm.
    throw brokenWorkbook();
  });
  parser.on('opentag', ({ name, attributes }) => {
    unfinished = 0;
    reader.open(localName(name), attributes);
  });
  parser.on('closetag', ({ name }) => {
    unfinished = 0;
    reader.close?.(localName(name));
  });
  parser.on('text', (text) => reader.text?.(text));
  parser.on('cdata', (text) => reader.text?.(text));
  try {
    for await (const chunk of chunks) {
      unfinished += chunk.length;
      if (unfinished > limits.rowLength) throw oversizedWorkbook();
      parser.write(decoder.decode(chunk, { stream: true }));
      yield* found.splice(0);
    }
    parser.close();
  } catch (error) {
    throw error instanceof BadFile ? error : brokenWorkbook();
  }
  yield* found.splice(0);
}

/** An attribute that has a prefix, by its local name. */
export function prefixed(attributes: Record<string, string>, name: string): string | undefined {
  return Object.entries(attributes).find(([key]) => key.endsWith(`:${name}`))?.[1];
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
