import { type LotteryState, lotteryStateWords } from '@xyxlx/contracts/lottery';
import { raw, sql } from '../../platform/db/sql.ts';
import { visible } from '../../platform/records/scope.ts';
import type { TimelineSource } from '../../platform/timeline/timeline-source.ts';
import type { Area } from '../area.ts';

const drawsOf = (column: 'c.employee_id' | 'c.consumption_id'): TimelineSource => ({
  ...{ kind: 'LOTTERY', permission: 'lottery.view' },
  from: ({ tenantId, id }, { session }) =>
    sql`lottery_records c WHERE c.tenant_id = ${tenantId}::uuid AND ${raw(column)} = ${id}::uuid AND ${visible(session, 'c')}`,
  at: 'c.drawn_at',
  tie: 'c.id',
  select: {
    ...{ number: 'c.lottery_no', text: 'c.prize_name', state: 'c.state', amount: 'nullif(c.value, 0)' },
    about: 'c.id',
  },
  tell: ({ state }) => ({
    title: { zh: '抽奖', en: 'Draw' },
    state: lotteryStateWords[state as LotteryState],
    leadsTo: 'lottery',
  }),
});

/** The draws of an employee, and those that a payment earned. */
export const lotteryTimelines: NonNullable<Area['timelines']> = {
  employee: [drawsOf('c.employee_id')],
  consumption: [drawsOf('c.consumption_id')],
};
