import { issueBatchStateWords, issueKindWords } from '@xyxlx/contracts/issue-kinds';
import { sql } from '../../platform/db/sql.ts';
import { visible } from '../../platform/records/scope.ts';
import type { Area } from '../area.ts';

/** The batches that issued limits to a merchant's employees, by hand or by a plan. */
export const issueTimelines: NonNullable<Area['timelines']> = {
  merchant: [
    {
      ...{ kind: 'LIMIT', permission: 'creditlimit.view' },
      from: ({ tenantId, id }, { session }) =>
        sql`issue_batches c WHERE c.tenant_id = ${tenantId}::uuid AND c.merchant_id = ${id}::uuid AND ${visible(session, 'c')}`,
      at: 'c.created_at',
      tie: 'c.id',
      select: {
        ...{ by: 'c.created_by', word: 'c.kind', number: 'c.batch_no', text: 'c.name', state: 'c.state' },
        ...{ amount: 'c.amount', about: 'c.id' },
      },
      tell: ({ word, state }) => {
        const { zh, en } = issueKindWords[word as keyof typeof issueKindWords];
        return {
          title: { zh: `额度发放（${zh}）`, en: `Limits issued (${en.toLowerCase()})` },
          state: issueBatchStateWords[state as keyof typeof issueBatchStateWords],
          leadsTo: 'issueBatch',
        };
      },
    },
  ],
};
