import { type BillMessageSide, billMessageSideWords } from '@xyxlx/contracts/bill-kinds';
import type { Label } from '@xyxlx/contracts/endpoint';
import { raw, sql } from '../../platform/db/sql.ts';
import type { TimelineSource } from '../../platform/timeline/timeline-source.ts';
import type { Area } from '../area.ts';
import { visibleBills } from './bill-scope.ts';

const steps: Readonly<Record<string, Label>> = {
  OPENED: { zh: '开账', en: 'Opened' },
  ISSUED: { zh: '出账', en: 'Issued' },
  CONFIRMED: { zh: '确认', en: 'Confirmed' },
  SETTLED: { zh: '结清', en: 'Settled' },
};

/** What became of bills, by the stamps that they keep: a bill has one of each, its approvals have those before. */
const stepsOf = (column: 'c.id' | 'c.merchant_id', isOwn: boolean): TimelineSource => ({
  kind: 'BILL',
  permission: 'bill.view',
  from: (
    { tenantId, id },
    { session },
  ) => sql`bills c CROSS JOIN LATERAL (VALUES ('OPENED', c.created_at, c.created_by),
      ('ISSUED', c.issued_at, c.issued_by), ('CONFIRMED', c.confirmed_at, c.confirmed_by), ('SETTLED', c.settled_at, NULL)) s(step, at, by)
    WHERE c.tenant_id = ${tenantId}::uuid AND ${raw(column)} = ${id}::uuid AND s.at IS NOT NULL AND ${visibleBills(session, 'c')}`,
  at: 's.at',
  tie: "c.id::text || '/' || s.step",
  isText: true,
  select: {
    ...{ by: 's.by', word: 's.step', number: 'c.bill_no', about: 'c.id', text: 'c.period' },
    amount: "CASE WHEN s.step <> 'OPENED' THEN c.closing END",
  },
  tell: ({ word, text: period }) => {
    const { zh, en } = steps[word as string] as Label;
    return isOwn
      ? { title: { zh, en }, text: null }
      : { title: { zh: `${period} 账单${zh}`, en: `Bill of ${period}: ${en}` }, text: null, leadsTo: 'bill' };
  },
});

/** What the two sides wrote about bills. */
const messagesOf = (column: 'c.id' | 'c.merchant_id', isOwn: boolean): TimelineSource => ({
  kind: 'BILL',
  permission: 'bill.view',
  from: (
    { tenantId, id },
    { session },
  ) => sql`bills c JOIN bill_messages g ON g.tenant_id = c.tenant_id AND g.bill_id = c.id
    WHERE c.tenant_id = ${tenantId}::uuid AND ${raw(column)} = ${id}::uuid AND ${visibleBills(session, 'c')}`,
  at: 'g.created_at',
  tie: 'g.id',
  select: { by: 'g.author_name', word: 'g.side', text: 'g.text', number: 'c.bill_no', about: 'c.id' },
  tell: ({ word, number }) => {
    const { zh, en } = billMessageSideWords[word as BillMessageSide];
    return isOwn
      ? { title: { zh, en } }
      : {
          title: { zh: `账单 ${number} ${zh}`, en: `Bill ${number}: ${en.toLowerCase()}` },
          leadsTo: 'bill',
        };
  },
});

export const billTimelines: NonNullable<Area['timelines']> = {
  merchant: [stepsOf('c.merchant_id', false), messagesOf('c.merchant_id', false)],
  bill: [stepsOf('c.id', true), messagesOf('c.id', true)],
};
