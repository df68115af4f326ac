import type { AppContract } from '@xyxlx/contracts/contract';
import type { Area } from '../area.ts';
import { foundApprovals } from './approval-lists.ts';
import { approval as handlers } from './handlers.ts';
import { approvalInvariants } from './invariants.ts';
import { approvalThreshold } from './threshold-change.ts';
import { approvalTimelines } from './timeline.ts';

export const approval: Area<AppContract['approval']> = {
  handlers,
  approvals: [approvalThreshold],
  finds: [foundApprovals],
  timelines: approvalTimelines,
  records: { approval: { from: 'approvals r', name: 'r.subject_label' } },
  invariants: approvalInvariants,
  steps: { submit: { zh: '提交审批', en: 'Submit for approval' } },
};
