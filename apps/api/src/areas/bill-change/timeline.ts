import { limitBatchStateWords } from '@xyxlx/contracts/bill-change';
import { sql } from '../../platform/db/sql.ts';
import { visible } from '../../platform/records/scope.ts';
import type { Area } from '../area.ts';

/** The files that changed limits of a merchant's employees. */
export const limitBatchTimelines: NonNullable<Area['timelines']> = {
  merchant: [
    {
      ...{ kind: 'LIMIT', permission: 'limit.view' },
      from: ({ tenantId, id }, { session }) =>
        sql`limit_batches c WHERE c.tenant_id = ${tenantId}::uuid AND c.merchant_id = ${id}::uuid AND ${visible(session, 'c')}`,
      at: 'c.created_at',
      tie: 'c.id',
      select: {
        ...{ by: 'c.created_by', number: 'c.batch_no', text: 'c.reason', state: 'c.state', about: 'c.id' },
        amount: 'c.increase_amount - c.decrease_amount',
      },
      tell: ({ state }) => ({
        title: { zh: '批量调额', en: 'Limits changed by a file' },
        state: limitBatchStateWords[state as keyof typeof limitBatchStateWords],
        leadsTo: 'limitBatch',
      }),
    },
  ],
};
