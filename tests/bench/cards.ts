import { makeDataKeys } from '../../apps/api/src/platform/security/data-keys.ts';
import { jwtSecret } from '../support/service-process.ts';
import { newNonce, type Signing, signedHeaders } from '../support/signed-call.ts';
import { Line, perSecond } from './http-load.ts';
import { shown, type Work } from './measure.ts';
import { boundChannel, payingAt, removePayments, withLimits } from './payments.ts';
import { removeMerchant } from './people.ts';
import type { World } from './world.ts';

const ms = 3000;
const listLanes = 8;
const payLanes = 4;
/** How many cards are asked in turn, so that nobody waits for another's. */
const asked = 1000;
/** As many as one call may name. */
const atOnce = 500;

interface SeededCard {
  id: string;
  tenantId: string;
  panCipher: string;
}

/** Cards of the large seed: their list, what a channel asks of them, and a batch of freezes. */
export function cardWorks(world: World): Work[] {
  return [
    {
      name: `cards: list of 100,000, 20 rows newest first with total; ${listLanes} connections`,
      unit: 'requests/s',
      floorName: 'the same rows and total through `pg` in the process that measures, prepared',
      goal: '≥ 0.55',
      open: async () => {
        const clients = await Promise.all(Array.from({ length: listLanes }, () => world.pool.connect()));
        const lines = Array.from({ length: listLanes }, () => new Line(world.service.url));
        return {
          floor: () =>
            perSecond(listLanes, ms, async (lane) => {
              await clients[lane]?.query({ name: 'cards', text: listText, rowMode: 'array' });
            }),
          ours: () =>
            perSecond(listLanes, ms, async (lane) => {
              const line = lines[lane] as Line;
              const { body } = await line.ask('card/queryCard', world.token, '{"pageSize":20}');
              if (!body.startsWith('{"code":200')) throw new Error(body.slice(0, 200));
            }),
          close: () => {
            for (const client of clients) client.release();
            for (const line of lines) line.close();
          },
        };
      },
    },
    {
      name: `cards: look-up of one of 100,000 by the hash of its number; ${payLanes} at a time`,
      unit: 'look-ups/s',
      floorName: 'the same row by its primary key, both through `pg` in the process that measures, prepared',
      goal: 'one index read',
      open: async () => {
        const { rows } = await world.pool.query<{ id: string; tenantId: string; panIndex: string }>(
          'SELECT id, tenant_id AS "tenantId", pan_index AS "panIndex" FROM cards ORDER BY id LIMIT $1',
          [asked],
        );
        let turn = 0;
        const next = () => rows[turn++ % rows.length] as (typeof rows)[number];
        const by = (name: string, text: string, of: (card: (typeof rows)[number]) => unknown) => () =>
          perSecond(payLanes, ms, async () => {
            const card = next();
            await world.pool.query({
              name,
              text: `${columns} WHERE ${text}`,
              values: [card.tenantId, of(card)],
            });
          });
        const columns = 'SELECT c.id, c.state, c.balance, c.held FROM cards c';
        const byNumber = 'c.tenant_id = $1 AND c.pan_index = ANY($2)';
        const { tenantId, panIndex } = next();
        const { rows: plan } = await world.pool.query<{ 'QUERY PLAN': string }>(
          `EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) ${columns} WHERE ${byNumber}`,
          [tenantId, [panIndex]],
        );
        const [scan = '', ...more] = plan.map((line) => line['QUERY PLAN'].trim());
        return {
          floor: by('cardById', 'c.tenant_id = $1 AND c.id = $2', ({ id }) => id),
          ours: by('cardByNumber', byNumber, ({ panIndex: index }) => [index]),
          note: () => [scan, more.find((line) => line.startsWith('Buffers'))].join(', '),
        };
      },
    },
    {
      name: `cards: authorizations that a channel asks for by number; ${payLanes} at a time`,
      unit: 'calls/s, were each as slow as the slowest in 20',
      floorName: 'payments from limits that a channel tells of',
      goal: '≥ 0.67: p95 ≤ ×1.5',
      open: async () => {
        const plain = await withLimits(world);
        const channel = await boundChannel(world, plain);
        const { slowestOf20, times, hangUp } = payingAt(world, channel, () => false);
        const pans = numbersOf(await activeCards(world, plain.tenant_id, asked));
        const authorizing = authorizingOf(world, channel, pans, `BENCH${plain.prefix.slice(1)}`);
        await slowestOf20('floor', plain);
        await authorizing.slowestOf20();
        return {
          floor: () => slowestOf20('floor', plain),
          ours: authorizing.slowestOf20,
          note: () => `p50 and p95: ${authorizing.times()} beside ${times.floor}`,
          close: async () => {
            hangUp();
            authorizing.hangUp();
            await removeAuthorizations(world, channel, plain.tenant_id);
            await removePayments(world, { merchants: [plain], channel, institutionId: null });
            await removeMerchant(world, plain);
          },
        };
      },
    },
    {
      name: `cards: ${atOnce} frozen in one call`,
      unit: 'cards/s',
      floorName: 'one UPDATE of them, taken back',
      goal: '500 in ≤ 1 s',
      open: async () => {
        const cards = await activeCards(world, null, atOnce);
        const ids = cards.map(({ id }) => id);
        const took: number[] = [];
        return {
          floor: async () => {
            const client = await world.pool.connect();
            await client.query('BEGIN');
            const started = performance.now();
            await client.query(
              `UPDATE cards SET state = 'FROZEN', frozen_by = 'OPERATOR', event_seq = event_seq + 1, version = version + 1 WHERE tenant_id = $1 AND id = ANY($2)`,
              [cards[0]?.tenantId, ids],
            );
            const seconds = (performance.now() - started) / 1000;
            await client.query('ROLLBACK');
            client.release();
            return atOnce / seconds;
          },
          ours: async () => {
            const started = performance.now();
            await world.ask('card/freezeCard', { ids, reason: '基准测试' });
            const seconds = (performance.now() - started) / 1000;
            took.push(seconds);
            await world.ask('card/unfreezeCard', { ids, reason: '基准测试' });
            return atOnce / seconds;
          },
          note: () => `${shown(Math.max(...took) * 1000)} ms at most`,
        };
      },
    },
  ];
}

const listText = `
  SELECT c.id, c.card_no, c.first_six, c.last_four, p.id AS product_id, p.code, p.name AS product, c.form, c.naming, m.id AS merchant_id, m.name AS merchant,
    e.id AS employee_id, e.name AS employee, e.employee_no, c.face_amount, c.balance, c.held, c.activated_at, c.expires_at, c.state, c.state_reason,
    c.frozen_by, q.kind, c.version, c.created_at, c.created_by, c.updated_at, c.updated_by,
    (SELECT count(*) FROM (SELECT FROM cards LIMIT 10001) n) AS total
  FROM cards c
  JOIN card_products p ON p.tenant_id = c.tenant_id AND p.id = c.product_id
  JOIN merchants m ON m.tenant_id = c.tenant_id AND m.id = c.merchant_id
  LEFT JOIN card_requests q ON q.tenant_id = c.tenant_id AND q.id = c.request_id
  LEFT JOIN employees e ON e.tenant_id = c.tenant_id AND e.id = c.employee_id
  ORDER BY c.created_at DESC, c.id DESC LIMIT 20`;

async function activeCards({ pool }: World, tenantId: string | null, count: number): Promise<SeededCard[]> {
  const { rows } = await pool.query<SeededCard>(
    `SELECT id, tenant_id AS "tenantId", pan_cipher AS "panCipher" FROM cards
     WHERE state = 'ACTIVE' AND naming = 'ANONYMOUS' AND request_id IS NULL AND tenant_id = coalesce($1::uuid, tenant_id) ORDER BY id DESC LIMIT $2`,
    [tenantId, count],
  );
  return rows;
}

function numbersOf(cards: readonly SeededCard[]): string[] {
  const keys = makeDataKeys([jwtSecret]);
  return cards.map(({ id, panCipher }) => keys.decrypt(panCipher, id));
}

/** Asks for a fen of one card after the other. */
function authorizingOf(world: World, channel: Signing, pans: readonly string[], payeeMerchantNo: string) {
  const path = 'card/authorize';
  const lines = Array.from({ length: payLanes }, () => new Line(world.service.url));
  let turn = 0;
  let times = '';
  const slowestOf20 = async (): Promise<number> => {
    const took: number[] = [];
    await perSecond(payLanes, ms, async (lane) => {
      const pan = pans[turn++ % pans.length];
      const body = JSON.stringify({ pan, reference: newNonce(), amount: 1, mcc: '5812', payeeMerchantNo });
      const headers = signedHeaders(channel, path, body);
      const started = performance.now();
      const answer = await (lines[lane] as Line).send(path, headers, body);
      took.push(performance.now() - started);
      if (!answer.body.includes('"approved":true')) throw new Error(`Not approved: ${answer.body}`);
    });
    took.sort((a, b) => a - b);
    const at = (share: number) => took[Math.floor(took.length * share)] as number;
    times = `${shown(at(0.5))} and ${shown(at(0.95))} ms`;
    return 1000 / at(0.95);
  };
  return {
    slowestOf20,
    times: () => times,
    hangUp: () => {
      for (const line of lines) line.close();
    },
  };
}

async function removeAuthorizations(
  { pool }: World,
  { bindingId }: Signing,
  tenantId: string,
): Promise<void> {
  const client = await pool.connect();
  await client.query('SET session_replication_role = replica');
  await client.query(
    `UPDATE cards c SET held = c.held - a.held FROM (SELECT card_id, sum(approved) AS held FROM card_authorizations
       WHERE tenant_id = $1 AND binding_id = $2 GROUP BY 1) a WHERE c.tenant_id = $1 AND c.id = a.card_id`,
    [tenantId, bindingId],
  );
  await client.query('DELETE FROM card_authorizations WHERE tenant_id = $1 AND binding_id = $2', [
    tenantId,
    bindingId,
  ]);
  await client.query('RESET session_replication_role');
  client.release();
}
