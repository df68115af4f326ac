import { own as contract, type OwnPayment } from '@xyxlx/contracts/own';
import { iso, named, raw, sql } from '../../platform/db/sql.ts';
import { fromDay, untilDay } from '../../platform/lists/conditions.ts';
import { listOf } from '../../platform/lists/list.ts';
import { refusalOf } from '../consumption/unusable.ts';
import { firstReason } from '../rule/decision-answer.ts';
import type { DecisionRecord } from '../rule/decision-record.ts';
import { ofOneself } from './own-employee.sql.ts';

/** A payment as it is read: why not stands there in Chinese, and as what the policies said, where they did. */
type Read = Omit<OwnPayment, 'declined'> & { failure: string | null; decision: DecisionRecord | null };

/** The caller's own payments and refunds. */
export const ownPayments = listOf<typeof contract.queryPayment, Read>(contract.queryPayment, {
  from: 'consumption_records',
  alias: 'c',
  scope: ofOneself,
  filters: { from: fromDay('c.paid_at'), to: untilDay('c.paid_at') },
  sort: { paidAt: { column: 'c.paid_at', type: 'timestamptz' } },
  usual: ['paidAt', 'desc'],
  joins: raw(`
    JOIN merchants m ON m.tenant_id = c.tenant_id AND m.id = c.payee_merchant_id
    LEFT JOIN payment_decisions d ON d.tenant_id = c.tenant_id AND d.consumption_id = c.id AND c.state = 'FAILED'`),
  row: sql`json_build_object('id', c.id, 'paymentNo', c.payment_no, 'type', c.type, 'state', c.state, 'amount', c.amount,
    'enterpriseAmount', c.enterprise, 'personalAmount', c.personal, 'refundedAmount', c.refunded, 'category', c.category,
    'channel', c.channel, 'payee', ${named('m')}, 'paidAt', ${iso('c.paid_at')}, 'failure', c.failure, 'decision', d.detail)`,
  present: (rows, { request: { language } }) =>
    rows.map(({ failure, decision, ...row }) => ({
      ...row,
      declined: decision ? firstReason(decision)[language] : failure && refusalOf(failure).text[language],
    })),
});
