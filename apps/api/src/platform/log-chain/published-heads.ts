import { appendFile, mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { DataKeys } from '../security/data-keys.ts';
import type { Head } from './chain-link.ts';
import { endLine, type HeadLine, linesOf, readLine } from './head-lines.ts';

/** The ends of the log's chains outside the database: who replaces a chain there can't replace what was published of it. */
export interface PublishedHeads {
  publish(heads: readonly HeadLine[]): Promise<void>;
  /** Reads what other replicas have published since. */
  refresh(): Promise<void>;
  /** The furthest end of a tenant's chain that is known here, from the file or published by this process itself. */
  endOf(tenantId: string): Head | undefined;
  /** Every head of a tenant that was published and is not of a chain that a reset has ended. */
  of(tenantId: string): AsyncGenerator<HeadLine>;
  /** Ends every chain that was published, and those named, with a signed record: after a reset others begin. */
  endChains(present: readonly Pick<HeadLine, 'chain' | 'tenantId'>[]): Promise<void>;
}

declare module '../../core/deps.ts' {
  interface Deps {
    publishedHeads: PublishedHeads;
  }
}

/** The file of published heads. */
export function headsPathOf({ dataDir }: { dataDir: string }): string {
  return join(dataDir, 'operation-log-heads.jsonl');
}

/** Keeps them in `operation-log-heads.jsonl` of the data directory, which replicas share, and in the service's own log. */
export function makePublishedHeads(
  { dataDir }: { dataDir: string },
  keys: DataKeys,
  log: Pick<Logger, 'info'>,
): PublishedHeads {
  const path = headsPathOf({ dataDir });
  const ended = new Set<string>();
  /** The furthest head of each chain. */
  const ends = new Map<string, HeadLine>();
  let read = 0;

  const nameOf = ({ tenantId, chain }: Pick<HeadLine, 'chain' | 'tenantId'>) => `${tenantId}/${chain}`;
  const know = (head: HeadLine) => {
    if ((ends.get(nameOf(head))?.seq ?? 0) < head.seq) ends.set(nameOf(head), head);
  };
  const add = async (lines: readonly object[]) => {
    await mkdir(dataDir, { recursive: true });
    await appendFile(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  };
  const refresh = async () => {
    const size = (await stat(path).catch(() => undefined))?.size ?? 0;
    // Somebody put another file there: it is read whole, and what is known stays known.
    if (size < read) read = 0;
    if (size === read) return;
    for await (const { text, next } of linesOf(path, read)) {
      read = next;
      const line = readLine(text, keys);
      if (line?.ended) ended.add(nameOf(line.ended));
      if (line?.head) know(line.head);
    }
  };
  const living = () => [...ends.values()].filter((head) => !ended.has(nameOf(head)));

  return {
    refresh,
    publish: async (heads) => {
      if (heads.length === 0) return;
      for (const head of heads) {
        know(head);
        log.info(head, 'operation log head');
      }
      await add(heads);
    },
    endOf: (tenantId) =>
      living()
        .filter((head) => head.tenantId === tenantId)
        .sort((one, other) => other.seq - one.seq)[0],
    of: async function* (tenantId) {
      // First what has ended: a replica may publish a last head of such a chain after its end.
      await refresh();
      for await (const { text } of linesOf(path)) {
        const head = text.includes(tenantId) && readLine(text, keys)?.head;
        if (head && head.tenantId === tenantId && !ended.has(nameOf(head))) yield head;
      }
      // What this process itself has published counts also where somebody took it out of the file.
      for (const head of living()) if (head.tenantId === tenantId) yield head;
    },
    endChains: async (present) => {
      await refresh();
      const chains = new Map([...living(), ...present].map((one) => [nameOf(one), one]));
      if (chains.size === 0) return;
      const lines = [...chains.values()].map((chain) => endLine(chain, keys));
      for (const line of lines) log.info(line, 'operation log chain ended by a reset');
      await add(lines);
      await refresh();
    },
  };
}
