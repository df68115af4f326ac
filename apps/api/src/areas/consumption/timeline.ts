import {
  type ConsumptionRow,
  consumptionStateWords,
  consumptionTypeWords,
  payChannelWords,
} from '@xyxlx/contracts/consumption';
import { raw, sql } from '../../platform/db/sql.ts';
import { yuanText } from '../../platform/money/yuan-text.ts';
import { visible } from '../../platform/records/scope.ts';
import type { TimelineRow, TimelineSource } from '../../platform/timeline/timeline-source.ts';
import type { Area } from '../area.ts';

const payment = {
  kind: 'PAYMENT',
  permission: 'consumption.view',
  at: 'c.paid_at',
  tie: 'c.id',
} as const;

const records =
  (column: string): TimelineSource['from'] =>
  ({ tenantId, id }, { session }) =>
    sql`consumption_records c
      WHERE c.tenant_id = ${tenantId}::uuid AND ${raw(column)} = ${id}::uuid AND ${visible(session, 'c')}`;

const payee =
  '(SELECT p.name FROM merchants p WHERE p.tenant_id = c.tenant_id AND p.id = c.payee_merchant_id)';

const type = ({ word }: TimelineRow) => consumptionTypeWords[word as ConsumptionRow['type']];
const state = (row: TimelineRow) => consumptionStateWords[row.state as ConsumptionRow['state']];

/** What an employee paid and had back. */
const ofEmployee: TimelineSource = {
  ...payment,
  from: records('c.employee_id'),
  select: {
    ...{ word: 'c.type', number: 'c.payment_no', text: payee, state: 'c.state', amount: 'c.amount' },
    about: 'c.id',
  },
  tell: (row) => ({ title: type(row), state: state(row), leadsTo: 'consumption' }),
};

/** The payment itself. */
const paid: TimelineSource = {
  ...payment,
  from: records('c.id'),
  select: { by: 'c.created_by', word: 'c.type', text: 'c.channel', amount: 'c.amount' },
  tell: (row, { request }) => ({
    title: type(row),
    text: payChannelWords[row.text as ConsumptionRow['channel']][request.language],
  }),
};

/** What of it went back. */
const refunds: TimelineSource = {
  ...payment,
  from: records('c.related_id'),
  select: {
    ...{ by: 'c.created_by', word: 'c.type', number: 'c.payment_no', text: 'c.reason', state: 'c.state' },
    ...{ amount: 'c.amount', about: 'c.id' },
  },
  tell: (row) => ({ title: type(row), state: state(row), leadsTo: 'consumption' }),
};

/** What the employees of a merchant paid and had back, day by day: a line for each payment would bury everything else. */
const days: TimelineSource = {
  ...{ kind: 'PAYMENT', permission: 'consumption.view' },
  from: ({ tenantId, id }, { session }) =>
    sql`consumption_days d WHERE d.tenant_id = ${tenantId}::uuid AND d.merchant_id = ${id}::uuid AND ${visible(session, 'd')}`,
  // Its last millisecond: a day stands above what happened in it.
  at: `((d.day + 1)::timestamp AT TIME ZONE 'Asia/Shanghai' - interval '1 millisecond')`,
  tie: 'd.day::text',
  isText: true,
  order: {
    by: 'd.day',
    before: (moment, orAtIt) =>
      orAtIt
        ? sql`d.day < ((${moment} + interval '1 millisecond') AT TIME ZONE 'Asia/Shanghai')::date`
        : sql`d.day < (${moment} AT TIME ZONE 'Asia/Shanghai')::date`,
  },
  select: {
    ...{ word: 'd.consume_count', number: 'd.day', amount: 'd.consume_amount' },
    text: `d.refund_count || ' ' || d.refund_amount`,
  },
  tell: ({ word: count, number: day, text }, { request }) => {
    const [refundCount, refundAmount] = (text as string).split(' ').map(Number) as [number, number];
    const back = `¥${yuanText(refundAmount)}`;
    const said = { zh: `退款 ${refundCount} 笔 ${back}`, en: `Refunds: ${refundCount}, ${back}` };
    return {
      title: { zh: `当日消费 ${count} 笔`, en: `Payments of the day: ${count}` },
      text: refundCount > 0 ? said[request.language] : null,
      day: day as string,
    };
  },
};

export const consumptionTimelines: NonNullable<Area['timelines']> = {
  merchant: [days],
  employee: [ofEmployee],
  consumption: [paid, refunds],
};
