import { sql } from '../../platform/db/sql.ts';
import type { Area } from '../area.ts';

/** When a merchant was registered. */
export const merchantTimelines: NonNullable<Area['timelines']> = {
  merchant: [
    {
      kind: 'RECORD',
      from: ({ tenantId, id }) =>
        sql`merchants m WHERE m.tenant_id = ${tenantId}::uuid AND m.id = ${id}::uuid`,
      at: 'm.created_at',
      tie: 'm.id',
      select: { by: 'm.created_by' },
      tell: () => ({ title: { zh: '登记商户', en: 'Registered' } }),
    },
  ],
};
