import type pg from 'pg';
import type { HeadLine } from './head-lines.ts';
import type { PublishedHeads } from './published-heads.ts';

type Client = Pick<pg.Pool, 'query'>;
type Published = Pick<HeadLine, 'seq' | 'hash'>;

/** What the published heads of a tenant say of the chain that it has now. */
interface Comparison {
  /** The highest number that was published. */
  end: number;
  /** Published numbers whose seal is another one now or gone, at most `max`. */
  differing: ReadonlySet<number>;
  /** The number before the present chain's first is a published end. */
  endsBeforeFirst: boolean;
}

const batch = 5000;

/** Compares the published heads with the seals, a batch at a time: there are as many as the service has lived seconds. */
export async function comparePublished(
  client: Client,
  heads: PublishedHeads,
  tenantId: string,
  max: number,
): Promise<Comparison> {
  const first = await firstNumber(client, tenantId);
  const differing = new Set<number>();
  let end = 0;
  let endsBeforeFirst = false;
  const take = async (some: readonly Published[]) => {
    for (const { seq } of some) {
      end = Math.max(end, seq);
      if (seq === first - 1) endsBeforeFirst = true;
    }
    for (const seq of await without(client, tenantId, some)) if (differing.size < max) differing.add(seq);
  };
  for await (const some of inDatabase(client, tenantId)) await take(some);
  let some: Published[] = [];
  for await (const head of heads.of(tenantId)) {
    some.push(head);
    if (some.length < batch) continue;
    await take(some);
    some = [];
  }
  await take(some);
  return { end, differing, endsBeforeFirst };
}

async function firstNumber(client: Client, tenantId: string): Promise<number> {
  const { rows } = await client.query<{ seq: number }>(
    'SELECT seq FROM operation_log_seals WHERE tenant_id = $1 ORDER BY seq LIMIT 1',
    [tenantId],
  );
  return rows[0]?.seq ?? 1;
}

/** Those of the heads that no seal is like. */
async function without(client: Client, tenantId: string, heads: readonly Published[]): Promise<number[]> {
  const { rows } = await client.query<{ seq: number }>(
    `SELECT given.seq FROM unnest($2::int[], $3::text[]) AS given(seq, hash)
     LEFT JOIN operation_log_seals s ON s.tenant_id = $1 AND s.seq = given.seq
     WHERE s.hash IS DISTINCT FROM given.hash`,
    [tenantId, heads.map(({ seq }) => seq), heads.map(({ hash }) => hash)],
  );
  return rows.map(({ seq }) => seq);
}

async function* inDatabase(client: Client, tenantId: string): AsyncGenerator<Published[]> {
  let last = { seq: 0, id: '00000000-0000-0000-0000-000000000000' };
  for (;;) {
    const { rows } = await client.query<Published & { id: string }>(
      `SELECT id, seq, hash FROM operation_log_heads WHERE tenant_id = $1 AND (seq, id) > ($2, $3::uuid)
       ORDER BY seq, id LIMIT ${batch}`,
      [tenantId, last.seq, last.id],
    );
    yield rows;
    if (rows.length < batch) return;
    last = rows.at(-1) as typeof last;
  }
}
