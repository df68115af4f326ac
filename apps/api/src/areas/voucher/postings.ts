import type { PostingSource } from '@xyxlx/contracts/ledger-roles';
import { paths } from '@xyxlx/contracts/paths';
import type { voucherLedger as contract, PostingRow } from '@xyxlx/contracts/voucher-ledger';
import { z } from 'zod';
import type { Call } from '../../core/call.ts';
import type { Session } from '../../core/session.ts';
import { allOf, iso, named, type Queryable, raw, rowsOf, type Sql, sql } from '../../platform/db/sql.ts';
import { readPlace, writePlace } from '../../platform/lists/place.ts';
import { recordNames } from '../../platform/operation-log/record-names.ts';
import { byId, inTenants, visible, visibleCompanies } from '../../platform/records/scope.ts';
import { accountJson, visibleBooks, voucherNo } from './books.ts';

type Input = z.output<typeof contract.queryPosting.input>;

/** Where a page ended: book date, source, its type, leg. */
const place = z.tuple([z.iso.date(), z.uuid(), z.string(), z.int()]);

interface Read extends Omit<PostingRow, 'source'> {
  tenantId: string;
  source: Pick<PostingRow['source'], 'type' | 'id'>;
}

/** Where the console shows the sources that it shows, and what the log calls those that have a name. */
const sources: Partial<Record<PostingSource, { record?: string; link: (row: Read) => string | null }>> = {
  consumption: { record: 'consumption', link: ({ source }) => `${paths.storeBill}?open=${source.id}` },
  lottery: { record: 'lottery', link: ({ source }) => `${paths.storeLottery}?open=${source.id}` },
  statementLine: {
    record: 'statementLine',
    link: ({ source }) => `${paths.fund}?tab=claims&open=${source.id}`,
  },
  fundTransfer: {
    record: 'fundTransfer',
    link: ({ source }) => `${paths.fund}?tab=transfers&open=${source.id}`,
  },
  topUpReversal: { record: 'topUpReversal', link: () => null },
  cardOrderRefund: { record: 'cardOrderRefund', link: () => null },
  cardFlow: { record: 'card', link: ({ cardId }) => (cardId ? `${paths.card}?open=${cardId}` : null) },
  cardRequest: {
    record: 'cardRequest',
    link: ({ cardId }) => cardId && `${paths.card}?open=${cardId}`,
  },
  limitAdjustment: {
    link: ({ merchant, employee }) =>
      merchant && employee
        ? paths.employeeAdjustments.replace(':merchantId', merchant.id).replace(':employeeId', employee.id)
        : null,
  },
};

/** The legs of a voucher, an event, a card, an employee or a company, newest first. */
export async function postings({
  input,
  session,
  deps,
}: Call<Input, Session>): Promise<z.input<typeof contract.queryPosting.output>> {
  const { pool } = deps.database;
  const { pageSize, cursor, from, to } = input;
  const at = cursor ? readPlace(cursor, place) : null;
  // A slot has one book date: without it the index of the slot gives the order.
  const order = raw(
    `${input.voucherId ? '' : 'p.book_date DESC, '}p.source_id DESC, p.source_type DESC, p.leg DESC`,
  );
  const rows = await rowsOf<Read>(
    pool,
    sql`
    SELECT p.tenant_id AS "tenantId", json_build_object('type', p.source_type, 'id', p.source_id) AS source, p.leg::int AS leg, p.kind,
      p.book_date::text AS "bookDate", ${iso('p.occurred_at')} AS "occurredAt", p.debit_role AS "debitRole", p.credit_role AS "creditRole",
      CASE WHEN da.id IS NOT NULL THEN ${accountJson('da')} END AS "debitAccount",
      CASE WHEN ca.id IS NOT NULL THEN ${accountJson('ca')} END AS "creditAccount", p.amount::float8 AS amount, ${named('o')} AS company,
      ${named('m')} AS merchant, ${named('e')} AS employee, p.card_id AS "cardId",
      CASE WHEN v.id IS NOT NULL THEN json_build_object('id', v.id, 'voucherNo', ${voucherNo('v')}, 'period', v.period) END AS voucher
    FROM (SELECT * FROM ledger_postings p
      WHERE ${allOf([
        inTenants(session, 'p'),
        which(session, input),
        visibleCompanies(session, 'p'),
        from !== undefined && sql`p.book_date >= ${from}::date`,
        to !== undefined && sql`p.book_date <= ${to}::date`,
        at && after(input, at),
      ])}
      ORDER BY ${order} LIMIT ${pageSize + 1}::int) p
    LEFT JOIN ledger_accounts da ON da.tenant_id = p.tenant_id AND da.role = p.debit_role
    LEFT JOIN ledger_accounts ca ON ca.tenant_id = p.tenant_id AND ca.role = p.credit_role
    LEFT JOIN companies o ON o.tenant_id = p.tenant_id AND o.id = p.company_id
    LEFT JOIN merchants m ON m.tenant_id = p.tenant_id AND m.id = p.merchant_id
    LEFT JOIN employees e ON e.tenant_id = p.tenant_id AND e.id = p.employee_id
    LEFT JOIN vouchers v ON v.tenant_id = p.tenant_id AND v.slot_id = p.slot_id AND v.kind = 'SYSTEM' AND v.state <> 'REVERSED'
    ORDER BY ${order}`,
  );
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  return {
    list: await withSources(pool, shown),
    cursor:
      rows.length > pageSize && last
        ? writePlace([last.bookDate, last.source.id, last.source.type, last.leg])
        : null,
  };
}

function which(session: Session, { voucherId, source, cardId, employeeId, companyId }: Input): Sql {
  const named = [
    voucherId &&
      sql`p.slot_id = (SELECT v.slot_id FROM vouchers v WHERE ${inTenants(session, 'v')} AND v.id = ${voucherId}::uuid
        AND ${visibleBooks(session, 'v')})`,
    source && sql`p.source_type = ${source.type} AND p.source_id = ${source.id}::uuid`,
    cardId &&
      sql`p.card_id = (SELECT c.id FROM cards c WHERE ${byId(session, 'c', cardId)} AND ${visible(session, 'c')})`,
    employeeId &&
      sql`p.employee_id = (SELECT e.id FROM employees e WHERE ${byId(session, 'e', employeeId)} AND ${visible(session, 'e')})`,
    companyId && sql`p.company_id = ${companyId}::uuid`,
  ].filter((condition) => condition !== undefined && condition !== '');
  return named.length > 0 ? allOf(named) : sql`FALSE`;
}

/** What comes after a place in the order. */
function after({ voucherId }: Input, [date, id, type, leg]: z.output<typeof place>): Sql {
  return voucherId
    ? sql`(p.source_id, p.source_type, p.leg) < (${id}::uuid, ${type}::text, ${leg}::smallint)`
    : sql`(p.book_date, p.source_id, p.source_type, p.leg) < (${date}::date, ${id}::uuid, ${type}::text, ${leg}::smallint)`;
}

/** The names of what postings were made from, in a statement a kind and tenant, and where the console shows it. */
async function withSources(client: Queryable, rows: readonly Read[]): Promise<PostingRow[]> {
  const names = new Map<string, string>();
  const groups = Map.groupBy(rows, ({ tenantId, source }) => `${tenantId} ${source.type}`);
  for (const group of groups.values()) {
    const [{ tenantId, source }] = group as [Read];
    const record = sources[source.type]?.record;
    if (!record) continue;
    const ids = [...new Set(group.map((row) => row.source.id))];
    for (const { id, name } of await recordNames(client, tenantId, record, ids)) names.set(id, name);
  }
  return rows.map((read) => {
    const { tenantId: _, source, ...row } = read;
    const link = sources[source.type]?.link(read) ?? null;
    return { ...row, source: { ...source, no: names.get(source.id) ?? null, link } };
  });
}
