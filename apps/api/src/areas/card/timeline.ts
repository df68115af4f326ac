import { cardActionWords } from '@xyxlx/contracts/card-kinds';
import { sql } from '../../platform/db/sql.ts';
import { visible } from '../../platform/records/scope.ts';
import type { Area } from '../area.ts';

/** What happened to the cards that an employee holds. */
export const cardTimelines: NonNullable<Area['timelines']> = {
  employee: [
    {
      ...{ kind: 'CARD', permission: 'card.view' },
      from: (
        { tenantId, id },
        { session },
      ) => sql`cards c JOIN card_events v ON v.tenant_id = c.tenant_id AND v.card_id = c.id
        WHERE c.tenant_id = ${tenantId}::uuid AND c.employee_id = ${id}::uuid AND ${visible(session, 'c')}`,
      at: 'v.created_at',
      // Steps of one moment in their order.
      tie: "lpad(v.seq::text, 10, '0') || '/' || c.id",
      isText: true,
      select: {
        ...{ by: 'v.created_by', word: 'v.action', number: 'c.card_no', text: 'v.reason', about: 'c.id' },
      },
      tell: ({ word }) => {
        const { zh, en } = cardActionWords[word as keyof typeof cardActionWords];
        return { title: { zh: `支付卡：${zh}`, en: `Card: ${en.toLowerCase()}` }, leadsTo: 'card' };
      },
    },
  ],
};
