import { createReadStream, existsSync } from 'node:fs';
import { z } from 'zod';
import type { DataKeys } from '../security/data-keys.ts';
import { splitLines } from './split-lines.ts';

/** The end of a chain as it was published; `chain` is which of a tenant's chains, since after a reset another begins. */
const head = z.object({
  chain: z.string(),
  tenantId: z.string(),
  seq: z.int32().positive(),
  hash: z.string(),
});

/** A chain that a reset has ended, with a seal that nobody makes who has the database alone. */
const end = z.object({
  chain: z.string(),
  tenantId: z.string(),
  endedAt: z.string(),
  keyId: z.string(),
  signature: z.string(),
});

export type HeadLine = z.output<typeof head>;
type EndLine = z.output<typeof end>;
export type Line = { head: HeadLine; ended?: never } | { ended: EndLine; head?: never };

/** What a line of the file says; undefined for anything else, and for an end whose seal is not ours. */
export function readLine(text: string, keys: DataKeys): Line | undefined {
  const value = jsonOf(text);
  const published = head.safeParse(value).data;
  if (published) return { head: published };
  const ended = end.safeParse(value).data;
  return ended && signatureOf(ended, keys) === ended.signature ? { ended } : undefined;
}

/** The line that ends a chain from now on. */
export function endLine(chain: Pick<HeadLine, 'chain' | 'tenantId'>, keys: DataKeys): EndLine {
  const { tenantId, chain: name } = chain;
  const unsigned = { chain: name, tenantId, endedAt: new Date().toISOString(), keyId: keys.sealKeyId };
  return { ...unsigned, signature: signatureOf(unsigned, keys) as string };
}

function signatureOf({ tenantId, chain, endedAt, keyId }: Omit<EndLine, 'signature'>, keys: DataKeys) {
  return keys.seal(`chain ended|${tenantId}|${chain}|${endedAt}`, keyId);
}

/**
 * The whole lines of a file from a byte on, each with where the next begins. The file grows as long as the service lives, so no more
 * than a piece of it is held; one that is not there has none, and the last line of somebody who still writes it is left for later.
 */
export async function* linesOf(path: string, from = 0): AsyncGenerator<{ text: string; next: number }> {
  if (!existsSync(path)) return;
  let next = from;
  for await (const line of splitLines(createReadStream(path, { start: from }))) {
    next += line.length + 1;
    yield { text: line.toString('utf8'), next };
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
