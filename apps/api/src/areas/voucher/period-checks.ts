import type { Label } from '@xyxlx/contracts/endpoint';
import { controlledRoles, type PostingKind, postingKindWords } from '@xyxlx/contracts/ledger-roles';
import { type PeriodCheck, periodChecks } from '@xyxlx/contracts/voucher-period';
import { type Queryable, rowsOf, type Sql, sql } from '../../platform/db/sql.ts';
import { voucherNo } from './books.ts';
import { movementsOf } from './movements.sql.ts';
import { firstDayOf, lastDayOf } from './span.ts';

/** How many things a check shows. */
const shown = 20;

/** What a check found: nothing is good. */
export interface Finding {
  check: PeriodCheck;
  count: number;
  details: Label[];
}

const same = (text: string): Label => ({ zh: text, en: text });

/** Looks at all that must be true before a period is closed, in its order. */
export async function checkPeriod(client: Queryable, tenantId: string, period: string): Promise<Finding[]> {
  const of = { tenant: sql`${tenantId}::uuid`, period };
  const found: Record<PeriodCheck, Label[]> = {
    PREVIOUS_CLOSED: await textsOf(
      client,
      sql`SELECT p.period AS what FROM ledger_periods p WHERE p.tenant_id = ${of.tenant} AND p.period < ${period} AND p.state <> 'CLOSED' ORDER BY 1`,
    ),
    SLOTS_SEALED: await openSlots(client, tenantId, period),
    VOUCHERS_POSTED: await textsOf(
      client,
      sql`SELECT coalesce(${voucherNo('v')}, v.word || ' ' || v.date) AS what FROM vouchers v
          WHERE v.tenant_id = ${of.tenant} AND v.period = ${period} AND v.state NOT IN ('POSTED', 'REVERSED') ORDER BY v.date, v.id`,
    ),
    NUMBERS_CONTINUOUS: await textsOf(
      client,
      sql`SELECT v.word || ': ' || count(v.number) || ' / ' || greatest(max(v.number), coalesce(max(c.last), 0)) AS what
          FROM vouchers v LEFT JOIN voucher_counters c ON c.tenant_id = v.tenant_id AND c.period = v.period AND c.word = v.word
          WHERE v.tenant_id = ${of.tenant} AND v.period = ${period} AND v.number IS NOT NULL
          GROUP BY v.word HAVING count(v.number) <> max(v.number) OR max(v.number) <> coalesce(max(c.last), 0) ORDER BY 1`,
    ),
    BALANCED: await unbalanced(client, tenantId, period),
    CONTROLLED_MIRROR: await mirrors(client, tenantId, period),
  };
  return periodChecks.map((check) => ({
    check,
    count: found[check].length,
    details: found[check].slice(0, shown),
  }));
}

async function textsOf(client: Queryable, query: Sql): Promise<Label[]> {
  const rows = await rowsOf<{ what: string }>(client, query);
  return rows.map(({ what }) => same(what));
}

async function openSlots(client: Queryable, tenantId: string, period: string): Promise<Label[]> {
  const slots = await rowsOf<{ day: string; kind: PostingKind }>(
    client,
    sql`SELECT s.book_date::text AS day, s.kind FROM ledger_slots s
        WHERE s.tenant_id = ${tenantId}::uuid AND s.period = ${period} AND s.state = 'OPEN' ORDER BY 1, 2`,
  );
  return slots.map(({ day, kind }) => {
    const { zh, en } = postingKindWords[kind];
    return { zh: `${day} ${zh}`, en: `${day} ${en}` };
  });
}

/** The books as a whole, until the period's end. */
async function unbalanced(client: Queryable, tenantId: string, period: string): Promise<Label[]> {
  const movements = await movementsOf(client, spanOf(tenantId, period, 'POSTED'));
  const net = movements.reduce((sum, { opening, debit, credit }) => sum + opening + debit - credit, 0);
  return net === 0 ? [] : [same(`${net}`)];
}

/** What controlled accounts have by posted vouchers, and what the business posted until the period's end. */
async function mirrors(client: Queryable, tenantId: string, period: string): Promise<Label[]> {
  const accounts = await rowsOf<{ id: string; code: string }>(
    client,
    sql`SELECT a.id, a.code FROM ledger_accounts a WHERE a.tenant_id = ${tenantId}::uuid AND a.role = ANY(${[...controlledRoles]}::text[]) ORDER BY a.code`,
  );
  const [posted, live] = [
    await movementsOf(client, spanOf(tenantId, period, 'POSTED')),
    await movementsOf(client, spanOf(tenantId, period, 'LIVE')),
  ].map(
    (movements) => new Map(movements.map((one) => [one.accountId, one.opening + one.debit - one.credit])),
  );
  return accounts.flatMap(({ id, code }) => {
    const difference = (posted?.get(id) ?? 0) - (live?.get(id) ?? 0);
    return difference === 0 ? [] : [same(`${code}: ${difference}`)];
  });
}

function spanOf(tenantId: string, period: string, basis: 'POSTED' | 'LIVE') {
  return { tenantId, from: firstDayOf(period), to: lastDayOf(period), basis };
}
