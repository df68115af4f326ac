import type { AppContract } from '@xyxlx/contracts/contract';
import type { Area } from '../area.ts';
import { checkIssue } from './check-batch.ts';
import { creditLimit as handlers } from './handlers.ts';

export const creditLimit: Area<AppContract['creditLimit']> = {
  handlers,
  jobs: [checkIssue],
  records: { issueBatch: { from: 'issue_batches r', name: 'r.batch_no', fields: ['issueId'] } },
  record: 'issueBatch',
};
