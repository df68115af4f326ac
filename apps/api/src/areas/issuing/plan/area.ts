import type { AppContract } from '@xyxlx/contracts/contract';
import type { Area } from '../../area.ts';
import { autoIssue as handlers } from './handlers.ts';
import { issuePlanApproval } from './publication.ts';

export const autoIssue: Area<AppContract['autoIssue']> = {
  handlers,
  approvals: [issuePlanApproval],
  records: { issuePlan: { from: 'issue_plans r', fields: ['planId'] } },
  record: 'issuePlan',
};
