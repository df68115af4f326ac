import {
  type BillDetail,
  billStates,
  billStateWords,
  billTransitions,
  bill as contract,
} from '@xyxlx/contracts/bill';
import type { BillMessageSide } from '@xyxlx/contracts/bill-kinds';
import { permissionOf } from '@xyxlx/contracts/transitions';
import type { Caller } from '../../core/caller.ts';
import { recordMissing } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import {
  anywhere,
  fromStart,
  iso,
  named,
  type Queryable,
  raw,
  rowsOf,
  type Sql,
  sql,
} from '../../platform/db/sql.ts';
import { hasId, oneOf } from '../../platform/lists/conditions.ts';
import { findIn, numbered } from '../../platform/lists/find.ts';
import { listOf, type Viewer } from '../../platform/lists/list.ts';
import { sumOf } from '../../platform/lists/sum-list.ts';
import { valueRank } from '../../platform/lists/value-rank.ts';
import { mustSee } from '../../platform/records/must-see.ts';
import { byId, visibleInTenant } from '../../platform/records/scope.ts';
import { sourceJson } from '../../platform/records/source.sql.ts';
import { boundsOfMonth } from '../../platform/time/shanghai.ts';
import { visibleBills } from './bill-scope.ts';
import { figuresOf, ledgerFigures, owner, sameFigures, shownClosing, since, until } from './figures.sql.ts';
import { isOfSide } from './messages.ts';
import { waitOf } from './waits.ts';

/** The merchant or the company of a bill `c`. */
const billJoins = raw(`LEFT JOIN merchants m ON m.tenant_id = c.tenant_id AND m.id = c.merchant_id
  LEFT JOIN companies o ON o.tenant_id = c.tenant_id AND o.id = c.company_id`);

/** JSON of a bill in a list; the figures of an open one are the ledger's as they are now. */
const billJson = (
  viewer: Viewer,
): Sql => sql`jsonb_build_object('id', c.id, 'billNo', c.bill_no, 'kind', c.kind, 'merchant', ${named('m')},
  'company', ${named('o')}, 'period', c.period, 'state', c.state,
  'waitsFor', ${waitOf(viewer)}, 'issuedAt', ${iso('c.issued_at')},
  'confirmedAt', ${iso('c.confirmed_at')}, 'version', c.version, 'createdAt', ${iso('c.created_at')}, 'createdBy', c.created_by,
  'updatedAt', ${iso('c.updated_at')}, 'updatedBy', c.updated_by)
  || CASE WHEN c.state = 'OPEN' THEN (SELECT ${figuresOf('live')} FROM ${ledgerFigures} live) ELSE ${figuresOf('c')} END`;

/** The bills that one may see. */
export const bills = listOf(contract.queryBill, {
  from: 'bills',
  alias: 'c',
  ofTenants: true,
  scope: visibleBills,
  filters: {
    tenantId: hasId('c.tenant_id'),
    kind: (kind) => sql`c.kind = ${kind}`,
    merchantId: hasId('c.merchant_id'),
    companyId: hasId('c.company_id'),
    keyword: (text, { session }) =>
      sql`(c.bill_no LIKE ${fromStart(text)}
        OR c.merchant_id IN (SELECT k.id FROM merchants k WHERE ${visibleInTenant(session, 'k')} AND k.name ILIKE ${anywhere(text)})
        OR c.company_id IN (SELECT k.id FROM companies k WHERE ${visibleInTenant(session, 'k')} AND k.name ILIKE ${anywhere(text)}))`,
    state: oneOf('c.state'),
    periodFrom: (period) => sql`c.period >= ${period}`,
    periodTo: (period) => sql`c.period <= ${period}`,
    waitsFor: (waits, viewer) => sql`c.state <> 'SETTLED' AND (${waitOf(viewer)}) = ANY(${waits}::text[])`,
  },
  sort: {
    period: { column: 'c.period', type: 'text' },
    closingBalance: { column: shownClosing, type: 'bigint' },
    state: { column: valueRank('c.state', billStates), type: 'int' },
  },
  usual: ['period', 'desc'],
  joins: billJoins,
  row: billJson,
});

/** Any of them by what is typed. */
export const foundBills = findIn(bills, {
  kind: 'bill',
  by: [numbered('c.bill_no')],
  number: 'c.bill_no',
  title: `coalesce((SELECT m.name FROM merchants m WHERE m.tenant_id = c.tenant_id AND m.id = c.merchant_id),
    (SELECT o.name FROM companies o WHERE o.tenant_id = c.tenant_id AND o.id = c.company_id)) || ' · ' || c.period`,
  state: ['c.state', billStateWords],
  // What an open one comes to is the sum of its movements: too much for a glance.
  amount: "CASE WHEN c.state <> 'OPEN' THEN c.closing END",
});

const billed = (column: string) => raw(`CASE WHEN c.state <> 'OPEN' THEN ${column} ELSE 0 END`);

/** What they come to. */
export const sumBill = sumOf(bills, {
  issuedAmount: billed('c.issued'),
  consumedAmount: billed('c.consumed'),
  refundedAmount: billed('-c.refunded'),
  recoveredAmount: billed('c.recovered'),
  topUpAmount: billed('c.top_up'),
  feeAmount: billed('c.fee'),
});

/** The movements `c` of the bills `b` (with their numbers and whose they are) that the conditions on bills leave. */
export function entriesFrom(where: Sql): Sql {
  return sql`(SELECT c.tenant_id, c.kind, c.bill_no, c.period, coalesce(m.name, o.name) AS name, ${raw(owner)} AS owner_id,
      ${raw(since)} AS since, ${raw(until)} AS until
      FROM bills c ${billJoins} WHERE ${where}) b
    JOIN bill_ledger c ON c.tenant_id = b.tenant_id AND c.owner_id = b.owner_id AND c.occurred_at >= b.since AND c.occurred_at < b.until
    ${entryJoins}`;
}

/** The movements `c` of one bill. */
function ofBill(session: Session, id: string): Sql {
  const its = (what: string) => sql`(SELECT ${raw(what)} FROM bills c WHERE ${byId(session, 'c', id)})`;
  return sql`c.tenant_id = ${its('c.tenant_id')} AND c.owner_id = ${its(owner)}
    AND c.occurred_at >= ${its(since)} AND c.occurred_at < ${its(until)}`;
}

/** What a movement `c` needs to be shown. */
const entryJoins = raw('LEFT JOIN employees e ON e.tenant_id = c.tenant_id AND e.id = c.employee_id');

/** The movements of a bill. */
export const billEntries = listOf(contract.queryBillEntry, {
  from: 'bill_ledger',
  alias: 'c',
  scope: visibleBills,
  filters: { billId: (id, { session }) => ofBill(session, id), kind: oneOf('c.kind') },
  sort: { occurredAt: { column: 'c.occurred_at', type: 'timestamptz' } },
  usual: ['occurredAt', 'desc'],
  joins: sql`${entryJoins} LEFT JOIN fund_flows w ON w.tenant_id = c.tenant_id AND w.id = c.id AND c.company_id IS NOT NULL`,
  row: ({
    session,
  }) => sql`json_build_object('id', c.id, 'kind', c.kind, 'amount', c.amount, 'employee', ${named('e')}, 'sourceNo', c.source_no,
    'source', CASE WHEN w.id IS NOT NULL THEN ${sourceJson(session, 'w')}
      WHEN c.kind IN ('CONSUME', 'REFUND') THEN json_build_object('type', 'consumption', 'id', c.id) END,
    'occurredAt', ${iso('c.occurred_at')})`,
});

/** Throws 406 when the caller can't see the bill. */
export function mustSeeBill(client: Queryable, session: Session, id: string): Promise<void> {
  return mustSee(client, sql`bills c WHERE ${byId(session, 'c', id)} AND ${visibleBills(session, 'c')}`);
}

/** One bill beside what the ledger says; throws 406 when the caller can't see it. */
export async function billDetail(
  client: Queryable,
  viewer: Pick<Caller, 'session' | 'now' | 'deps'>,
  id: string,
): Promise<BillDetail> {
  const { session, now } = viewer;
  const [found] = await rowsOf<{ detail: Omit<BillDetail, 'periodEnded'> }>(
    client,
    sql`
    SELECT ${billJson(viewer)} || jsonb_build_object('issuedBy', c.issued_by, 'confirmedBy', c.confirmed_by,
      'recomputedClosingBalance', ledger.closing, 'balanced', c.state = 'OPEN' OR ${sameFigures('c', 'ledger')},
      'entryCount', ledger.entries, 'messageCount', (
        SELECT count(*) FROM bill_messages m WHERE m.tenant_id = c.tenant_id AND m.bill_id = c.id),
      'canAnswer', ${mayWrite(session, 'answerBill', 'ANSWER')}, 'canFollowUp', ${mayWrite(session, 'followUpBill', 'CLAIM')}) AS detail
    FROM bills c ${billJoins} CROSS JOIN LATERAL ${ledgerFigures} ledger
    WHERE ${byId(session, 'c', id)} AND ${visibleBills(session, 'c')}`,
  );
  if (!found) throw recordMissing();
  return { ...found.detail, periodEnded: now >= boundsOfMonth(found.detail.period).to };
}

/** Whether the caller may add a word to the dispute of the bill `c` for a side, as the step that does so would say. */
function mayWrite(session: Session, action: 'answerBill' | 'followUpBill', side: BillMessageSide): Sql {
  const permission = permissionOf(billTransitions, action);
  if (!permission || !session.permissions.has(permission)) return sql`false`;
  return sql`c.state = ANY(${[...billTransitions.actions[action].from]}::text[]) AND ${isOfSide(session, side)}`;
}
