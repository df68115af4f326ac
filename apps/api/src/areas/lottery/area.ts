import type { AppContract } from '@xyxlx/contracts/contract';
import { lotteryTransitions } from '@xyxlx/contracts/lottery';
import { sql } from '../../platform/db/sql.ts';
import { visible } from '../../platform/records/scope.ts';
import type { Area } from '../area.ts';
import { awardApproval } from './award.ts';
import { expireDraws } from './expire-draws.ts';
import { lottery as handlers } from './handlers.ts';
import { lotteryInvariants } from './invariants.ts';
import { foundDraws } from './lottery.sql.ts';
import { lotteryExport } from './lottery-export.ts';
import { lotteryPostings } from './postings.ts';
import { lotteryTimelines } from './timeline.ts';

export const lottery: Area<AppContract['lottery']> = {
  handlers,
  exports: [lotteryExport],
  schedule: [
    {
      name: 'expireDraws',
      title: { zh: '奖品到期', en: 'Prizes that expire' },
      due: { zh: '奖品有效期结束时', en: 'When a prize is no longer valid' },
      run: expireDraws,
    },
  ],
  approvals: [awardApproval],
  finds: [foundDraws],
  timelines: lotteryTimelines,
  records: {
    lottery: { from: 'lottery_records r', name: 'r.lottery_no' },
    activity: { from: 'lottery_activities r', fields: ['activityId'] },
  },
  todos: [
    {
      kind: 'lotteryFailed',
      permission: 'lottery.award',
      count: (session) => ({
        from: sql`FROM lottery_records c WHERE c.state = 'FAILED' AND ${visible(session, 'c')}`,
      }),
    },
  ],
  postings: [lotteryPostings],
  invariants: lotteryInvariants,
  steps: { expireDraws: lotteryTransitions.automatic.expireDraws.by },
};
