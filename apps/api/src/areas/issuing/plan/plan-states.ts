import { issuePlanTransitions } from '@xyxlx/contracts/issue-plan';
import type { IssuePlan, Prisma } from '@xyxlx/database/client/client';
import { waitingAlready } from '../../../platform/approval/submit.ts';
import type { RecordOf } from '../../../platform/records/stateful-record.ts';
import { noTransition } from '../../../platform/records/wrong-state.ts';
import { lockPlans } from './find-plan.ts';

/** The states of a plan; how it gets a checker's word stands in `publication.ts`. */
export const planStateMachine: RecordOf<
  typeof issuePlanTransitions,
  Pick<IssuePlan, 'name' | 'version'>,
  Prisma.IssuePlanUncheckedUpdateManyInput
> = {
  table: issuePlanTransitions,
  type: 'issuePlan',
  label: ({ name }) => name,
  lock: lockPlans,
  update: (tx, where, data) => tx.issuePlan.updateMany({ where, data }),
  refusal: (state, action) =>
    state === 'SUBMITTED' ? waitingAlready() : noTransition(issuePlanTransitions)(state, action),
};
