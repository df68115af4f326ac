import type { AppContract } from '@xyxlx/contracts/contract';
import type { Area } from '../area.ts';
import { approval as handlers } from './handlers.ts';
import { approvalInvariants } from './invariants.ts';
import { approvalThreshold } from './threshold-change.ts';

export const approval: Area<AppContract['approval']> = {
  handlers,
  approvals: [approvalThreshold],
  records: { approval: { source: 'SELECT id, tenant_id, subject_label AS name FROM approvals' } },
  invariants: approvalInvariants,
  steps: { submit: { zh: '提交审批', en: 'Hand in for approval' } },
};
