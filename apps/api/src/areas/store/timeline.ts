import { type StoreRow, storeStateWords } from '@xyxlx/contracts/store';
import { sql } from '../../platform/db/sql.ts';
import { visible } from '../../platform/records/scope.ts';
import type { Area } from '../area.ts';

/** The stores of a merchant as they came. */
export const storeTimelines: NonNullable<Area['timelines']> = {
  merchant: [
    {
      kind: 'RECORD',
      permission: 'merchant.view',
      from: ({ tenantId, id }, { session }) =>
        sql`stores c WHERE c.tenant_id = ${tenantId}::uuid AND c.merchant_id = ${id}::uuid AND ${visible(session, 'c')}`,
      at: 'c.created_at',
      tie: 'c.id',
      select: { by: 'c.created_by', word: 'c.name', number: 'c.store_no', state: 'c.state', about: 'c.id' },
      tell: ({ word: name, state }) => ({
        title: { zh: `新增门店：${name}`, en: `New store: ${name}` },
        state: storeStateWords[state as StoreRow['state']],
        leadsTo: 'store',
      }),
    },
  ],
};
