import {
  invoice as contract,
  type InvoiceRow,
  invoiceApplicationStates,
  invoiceApplicationStateWords,
} from '@xyxlx/contracts/invoice';
import type { InvoiceApplication } from '@xyxlx/database/client/client';
import { recordMissing } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { iso, masked, type Queryable, raw, rowOf, rowsOf, type Sql, sql } from '../../platform/db/sql.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { hasId, oneOf } from '../../platform/lists/conditions.ts';
import { findIn, numbered } from '../../platform/lists/find.ts';
import { listOf } from '../../platform/lists/list.ts';
import { sumOf } from '../../platform/lists/sum-list.ts';
import { valueRank } from '../../platform/lists/value-rank.ts';
import { mailIsIn, mailJson } from '../../platform/mail/queue-mail.ts';
import { keysOf } from '../../platform/records/lock-visible.ts';
import { inTenants, ofAnyTenant, ofEveryTenant, visible } from '../../platform/records/scope.ts';

const invoicesFrom = raw('invoice_applications a');

/** The payments of application `a`. */
const itsPayments = raw(`invoice_lines l
  JOIN consumption_records c ON c.tenant_id = l.tenant_id AND c.id = l.consumption_id
  WHERE l.tenant_id = a.tenant_id AND l.application_id = a.id`);

/** The card orders of application `a`. */
const itsOrders = raw(`invoice_lines l
  JOIN card_orders o ON o.tenant_id = l.tenant_id AND o.id = l.order_id
  WHERE l.tenant_id = a.tenant_id AND l.application_id = a.id`);

/** JSON of an application. */
const invoiceJson: Sql = sql`json_build_object('id', a.id, 'applicationNo', a.application_no, 'state', a.state,
  'title', a.title, 'taxNo', a.tax_no, 'amount', a.amount, 'untaxedAmount', a.untaxed,
  'email', ${masked('a.email')},
  'paymentNos', (SELECT coalesce(json_agg(c.payment_no ORDER BY c.paid_at, c.id), '[]') FROM ${itsPayments}),
  'orderNos', (SELECT coalesce(json_agg(o.order_no ORDER BY o.id), '[]') FROM ${itsOrders}),
  'invoiceNo', a.invoice_no, 'reason', a.reason, 'mail', ${mailJson('invoice', 'a')}, 'version', a.version, 'createdAt', ${iso('a.created_at')})`;

/** The applications that one may see. */
export const invoices = listOf(contract.queryInvoice, {
  from: 'invoice_applications',
  alias: 'a',
  ofTenants: true,
  scope: visibleInvoices,
  filters: {
    tenantId: hasId('a.tenant_id'),
    state: oneOf('a.state'),
    mailState: (states) => mailIsIn('invoice', 'a', states),
    keyword: (text) =>
      sql`(a.application_no = ${text} OR a.title = ${text}
        OR EXISTS (SELECT FROM ${itsPayments} AND c.payment_no = ${text}) OR EXISTS (SELECT FROM ${itsOrders} AND o.order_no = ${text}))`,
  },
  sort: {
    createdAt: { column: 'a.created_at', type: 'timestamptz' },
    amount: { column: 'a.amount', type: 'bigint' },
    state: { column: valueRank('a.state', invoiceApplicationStates), type: 'int' },
  },
  usual: ['createdAt', 'desc'],
  row: invoiceJson,
});

/** Any of them by what is typed. */
export const foundInvoices = findIn(invoices, {
  kind: 'invoice',
  by: [numbered('a.application_no'), numbered('a.invoice_no')],
  number: 'a.application_no',
  title: 'a.title',
  state: ['a.state', invoiceApplicationStateWords],
  amount: 'a.amount',
});

/** What they come to. */
export const sumInvoice = sumOf(invoices, {
  issuedAmount: sql`CASE WHEN a.state IN ('ISSUED', 'REVERSED') THEN a.amount ELSE 0 END`,
  reversedAmount: sql`CASE WHEN a.state = 'REVERSED' THEN -a.amount ELSE 0 END`,
  netAmount: sql`CASE WHEN a.state = 'ISSUED' THEN a.amount ELSE 0 END`,
});

/** What somebody on the public page knows of their application. */
interface Own {
  applicationNo: string;
  email: string;
}

/** Finds whose application that is; a wrong e-mail is answered as if there were none. */
export async function keyOfOwn(
  client: Queryable,
  { applicationNo, email }: Own,
): Promise<{ tenantId: string; id: string }> {
  const [key] = await rowsOf<{ tenantId: string; id: string }>(
    client,
    sql`SELECT a.tenant_id AS "tenantId", a.id FROM ${invoicesFrom} WHERE ${ofAnyTenant('a')}
      AND a.application_no = ${applicationNo} AND a.email = ${email}`,
  );
  if (!key) throw recordMissing();
  return key;
}

/** The application of that number and e-mail. */
export async function ownInvoice(client: Queryable, own: Own): Promise<InvoiceRow> {
  const { tenantId, id } = await keyOfOwn(client, own);
  const { invoice } = await rowOf<{ invoice: InvoiceRow }>(
    client,
    sql`SELECT ${invoiceJson} AS invoice FROM ${invoicesFrom} WHERE a.tenant_id = ${tenantId}::uuid AND a.id = ${id}::uuid`,
  );
  return invoice;
}

/** Locks those applications that the caller may see. */
export async function lockInvoices(
  tx: Transaction,
  session: Session,
  ids: readonly string[],
): Promise<InvoiceApplication[]> {
  const keys = await rowsOf<{ tenantId: string; id: string }>(
    tx,
    sql`SELECT a.tenant_id AS "tenantId", a.id FROM ${invoicesFrom}
      WHERE ${inTenants(session, 'a')} AND a.id = ANY(${[...ids]}::uuid[]) AND ${visibleInvoices(session)} ORDER BY a.id FOR UPDATE`,
  );
  return tx.invoiceApplication.findMany({ where: keysOf(keys) });
}

/** An application is visible to users who see every payment and order in it: its amount and its title tell something about each. */
export function visibleInvoices(session: Session): Sql {
  const { tenantId, scope } = session;
  if (scope.all) return ofEveryTenant('a');
  const tenant = sql`a.tenant_id = ${tenantId}::uuid`;
  if (scope.tenant) return tenant;
  return sql`${tenant} AND NOT EXISTS (SELECT FROM ${itsPayments} AND NOT (${visible(session, 'c')}))
    AND NOT EXISTS (SELECT FROM ${itsOrders} AND NOT (${visible(session, 'o')}))`;
}
