import { cardOrderStateWords } from '@xyxlx/contracts/card-order-kinds';
import { sql } from '../../platform/db/sql.ts';
import { visible } from '../../platform/records/scope.ts';
import type { Area } from '../area.ts';

/** The cards that a merchant ordered. */
export const orderTimelines: NonNullable<Area['timelines']> = {
  merchant: [
    {
      ...{ kind: 'CARD', permission: 'order.view' },
      from: ({ tenantId, id }, { session }) =>
        sql`card_orders c WHERE c.tenant_id = ${tenantId}::uuid AND c.merchant_id = ${id}::uuid AND ${visible(session, 'c')}`,
      at: 'c.created_at',
      tie: 'c.id',
      select: {
        ...{ by: 'c.created_by', word: 'c.quantity', number: 'c.order_no', state: 'c.state', about: 'c.id' },
        amount: 'c.payable',
      },
      tell: ({ word: quantity, state }) => ({
        title: { zh: `卡订单（${quantity} 张）`, en: `Card order (${quantity})` },
        state: cardOrderStateWords[state as keyof typeof cardOrderStateWords],
        leadsTo: 'cardOrder',
      }),
    },
  ],
};
