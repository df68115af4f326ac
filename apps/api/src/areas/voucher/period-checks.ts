import type { Label } from '@xyxlx/contracts/endpoint';
import { controlledRoles, type PostingKind, postingKindWords } from '@xyxlx/contracts/ledger-roles';
import { type PeriodCheck, periodChecks } from '@xyxlx/contracts/voucher-period';
import { type Queryable, rowsOf, type Sql, sql } from '../../platform/db/sql.ts';
import { yuanText } from '../../platform/money/yuan-text.ts';
import { businessBalances, mirroredRoles } from '../fund/business-balances.ts';
import { voucherNo } from './books.ts';
import { movementsOf, postedBalances } from './movements.sql.ts';
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

/**
 * What controlled accounts have by posted vouchers is what was posted until the period's end, and what was posted until now is what the business
 * has now: nobody keeps what it had then.
 */
async function mirrors(client: Queryable, tenantId: string, period: string): Promise<Label[]> {
  return [...(await unlikePostings(client, tenantId, period)), ...(await unlikeBusiness(client, tenantId))];
}

async function unlikePostings(client: Queryable, tenantId: string, period: string): Promise<Label[]> {
  const accounts = await rowsOf<{ id: string; account: string }>(
    client,
    sql`SELECT a.id, a.code || ' ' || a.name AS account FROM ledger_accounts a
        WHERE a.tenant_id = ${tenantId}::uuid AND a.role = ANY(${[...controlledRoles]}::text[]) ORDER BY a.code`,
  );
  const [posted, live] = [
    await movementsOf(client, spanOf(tenantId, period, 'POSTED')),
    await movementsOf(client, spanOf(tenantId, period, 'LIVE')),
  ].map(
    (movements) => new Map(movements.map((one) => [one.accountId, one.opening + one.debit - one.credit])),
  );
  return accounts.flatMap(({ id, account }) => {
    // These accounts grow by credits.
    const [vouchers, postings] = [-(posted?.get(id) ?? 0), -(live?.get(id) ?? 0)];
    if (vouchers === postings) return [];
    return {
      zh: `${account}：已过账凭证 ${yuan(vouchers)} 元，分录流水 ${yuan(postings)} 元`,
      en: `${account}: ¥${yuan(vouchers)} in posted vouchers, ¥${yuan(postings)} in postings`,
    };
  });
}

/** One statement, so that nobody pays between its two sides. */
async function unlikeBusiness(client: Queryable, tenantId: string): Promise<Label[]> {
  const [first = '', ...more] = businessBalances.split('$1');
  const rows = await rowsOf<{ account: string; company: string; books: number; business: number }>(
    client,
    sql`
    WITH books AS (${postedBalances(tenantId)}),
    ${sql([first, ...more], ...more.map(() => sql`${tenantId}::uuid`))}
    SELECT coalesce(a.code || ' ' || a.name, r.role) AS account, coalesce(c.name, '-') AS company,
      coalesce(g.balance, 0)::float8 AS books, coalesce(b.balance, 0)::float8 AS business
    FROM (SELECT * FROM books WHERE role = ANY(${mirroredRoles}::text[])) g
    FULL JOIN business b ON b.role = g.role AND b.company_id = g.company_id
    CROSS JOIN LATERAL (SELECT coalesce(g.role, b.role) AS role, coalesce(g.company_id, b.company_id) AS company_id) r
    LEFT JOIN ledger_accounts a ON a.tenant_id = ${tenantId}::uuid AND a.role = r.role
    LEFT JOIN companies c ON c.tenant_id = ${tenantId}::uuid AND c.id = r.company_id
    WHERE coalesce(g.balance, 0) <> coalesce(b.balance, 0) ORDER BY 1, 2`,
  );
  return rows.map(({ account, company, books, business }) => ({
    zh: `${account} · ${company}：账面 ${yuan(books)} 元，业务 ${yuan(business)} 元`,
    en: `${account} · ${company}: ¥${yuan(books)} in the books, ¥${yuan(business)} in the business`,
  }));
}

const yuan = (fen: number) => yuanText(fen).replace('-', '−');

function spanOf(tenantId: string, period: string, basis: 'POSTED' | 'LIVE') {
  return { tenantId, from: firstDayOf(period), to: lastDayOf(period), basis };
}
