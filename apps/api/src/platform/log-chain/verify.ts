import type { operationLog } from '@xyxlx/contracts/operation-log';
import type pg from 'pg';
import type { z } from 'zod';
import type { Deps } from '../../core/deps.ts';
import { chainStart, type Head, linkHash, longestWait, rowText } from './chain-link.ts';
import { comparePublished } from './compare-published.ts';

type Problem = z.output<typeof operationLog.verifyIntegrity.output>['tenants'][number]['problems'][number];

/** What a check of one tenant's chain found. */
interface Verdict {
  checked: number;
  head: Head | null;
  problems: Problem[];
}

interface Link {
  seq: number;
  logId: string;
  hash: string;
  previous: string;
  keyId: string;
  /** Null when the row is gone. */
  text: string | null;
}

const batch = 5000;
/** Past so many it is plain that something is wrong. */
const maxProblems = 200;

/** Walks a tenant's chain from its first row: what was edited, removed or cut off is named by its number. */
export async function verifyChain(
  client: Pick<pg.Pool, 'query'>,
  parts: Pick<Deps, 'dataKeys' | 'publishedHeads'>,
  tenantId: string,
): Promise<Verdict> {
  const published = await comparePublished(client, parts.publishedHeads, tenantId, maxProblems);
  const problems: Problem[] = [];
  const full = () => problems.length >= maxProblems;
  const report = (seq: number, kind: Problem['kind'], logId: string | null = null) => {
    if (!full()) problems.push({ seq, logId, kind, explanation: words[kind](seq) });
  };

  let last: Checked = { seq: 0, hash: chainStart, ownHash: chainStart };
  let checked = 0;
  for (let links = await linksAfter(client, tenantId, 0); links.length > 0; ) {
    for (const link of links) {
      // Published, and the chain begins behind it: not a row was taken out but all that was there.
      const missing = last.seq === 0 && published.endsBeforeFirst ? 'cutOff' : 'sealMissing';
      for (let seq = last.seq + 1; seq < link.seq && !full(); seq++) report(seq, missing);
      const { text, keyId, previous, seq } = link;
      const ownHash = text && linkHash(parts.dataKeys, keyId, { tenantId, seq, previous, text });
      const kind = whatIsWrong(link, ownHash, last, published.differing.has(seq));
      if (kind) report(seq, kind, link.logId);
      last = { seq, hash: link.hash, ownHash };
      checked++;
    }
    links = await linksAfter(client, tenantId, last.seq);
  }
  for (let seq = last.seq + 1; seq <= published.end && !full(); seq++) report(seq, 'cutOff');
  for (const { id, after } of await unsealed(client, tenantId)) {
    if (after === null) report(0, 'unsealed', id);
    else report(after, 'inserted', id);
  }
  return { checked, head: last.seq === 0 ? null : { tenantId, seq: last.seq, hash: last.hash }, problems };
}

/** The link before: its hash as it stands, and as its row gives it. They differ when one of the two was changed. */
interface Checked {
  seq: number;
  hash: string;
  ownHash: string | null;
}

function whatIsWrong(
  { seq, hash, previous, text }: Link,
  ownHash: string | null,
  last: Checked,
  differsFromPublished: boolean,
): Problem['kind'] | null {
  if (text === null) return 'removed';
  if (ownHash !== hash) return 'edited';
  const follows = last.seq !== seq - 1 || previous === last.hash || previous === last.ownHash;
  return follows && !differsFromPublished ? null : 'sealForged';
}

async function linksAfter(client: Pick<pg.Pool, 'query'>, tenantId: string, seq: number): Promise<Link[]> {
  const { rows } = await client.query<Link>(
    `SELECT s.seq, s.log_id AS "logId", s.hash, s.previous, s.key_id AS "keyId", CASE WHEN l.id IS NOT NULL THEN ${rowText} END AS text
     FROM operation_log_seals s LEFT JOIN operation_logs l ON l.tenant_id = s.tenant_id AND l.id = s.log_id
     WHERE s.tenant_id = $1 AND s.seq > $2 ORDER BY s.seq LIMIT ${batch}`,
    [tenantId, seq],
  );
  return rows;
}

/** Rows that have waited for their link for over an hour, and those too old to be waiting, which `after` says behind which number. */
async function unsealed(
  client: Pick<pg.Pool, 'query'>,
  tenantId: string,
): Promise<{ id: string; after: number | null }[]> {
  const { rows } = await client.query<{ id: string; after: number | null }>(
    `WITH last AS (
       SELECT l.created_at - $2::int * interval '1 millisecond' AS bound
       FROM operation_log_seals s JOIN operation_logs l ON l.tenant_id = s.tenant_id AND l.id = s.log_id
       WHERE s.tenant_id = $1 ORDER BY s.seq DESC LIMIT 1)
     SELECT l.id, CASE WHEN l.created_at < (SELECT bound FROM last) THEN (
         SELECT coalesce(max(s.seq), 0) FROM operation_log_seals s JOIN operation_logs b ON b.tenant_id = s.tenant_id AND b.id = s.log_id
         WHERE s.tenant_id = $1 AND b.created_at <= l.created_at) END AS after
     FROM operation_logs l
     WHERE l.tenant_id = $1 AND l.created_at < greatest(now() - interval '1 hour', (SELECT bound FROM last))
       AND NOT EXISTS (SELECT FROM operation_log_seals s WHERE s.tenant_id = l.tenant_id AND s.log_id = l.id)
     ORDER BY l.created_at, l.id LIMIT 20`,
    [tenantId, longestWait],
  );
  return rows;
}

const words: Record<Problem['kind'], (seq: number) => string> = {
  edited: (seq) => `第 ${seq} 条或其校验值被修改 / row ${seq} or its seal was edited`,
  removed: (seq) => `第 ${seq} 条被删除 / row ${seq} was removed`,
  sealMissing: (seq) => `第 ${seq} 条及其校验值被删除 / row ${seq} was removed with its seal`,
  sealForged: (seq) => `第 ${seq} 条的校验值被伪造 / the seal of row ${seq} was changed`,
  cutOff: (seq) =>
    `第 ${seq} 条已公布，现有的链中没有（末尾被截断或整条链被替换） / row ${seq} was published and the present chain lacks it: cut off, or the chain was replaced`,
  inserted: (seq) =>
    `第 ${seq} 条之后混入一条没有校验值的日志 / a row without a seal was put in after row ${seq}`,
  unsealed: () => '有日志超过一小时没有生成校验值 / a row was not sealed for over an hour',
};
