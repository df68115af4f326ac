import {
  type AdjustmentRow,
  type AdjustmentType,
  adjustmentSourceWords,
  adjustmentTypeWords,
} from '@xyxlx/contracts/limit';
import { sql } from '../../platform/db/sql.ts';
import { visible } from '../../platform/records/scope.ts';
import type { Area } from '../area.ts';

/** What changed the limit of an employee; what was changed from a file leads to its batch. */
export const limitTimelines: NonNullable<Area['timelines']> = {
  employee: [
    {
      ...{ kind: 'LIMIT', permission: 'limit.view' },
      from: ({ tenantId, id }, { session }) =>
        sql`limit_adjustments c WHERE c.tenant_id = ${tenantId}::uuid AND c.employee_id = ${id}::uuid AND ${visible(session, 'c')}`,
      at: 'c.created_at',
      tie: 'c.id',
      select: {
        ...{ by: 'c.created_by', word: `c.type || ' ' || c.source`, text: 'c.reason', amount: 'c.delta' },
        about: 'c.batch_id',
      },
      tell: ({ word }) => {
        const [type, source] = (word as string).split(' ') as [AdjustmentType, AdjustmentRow['source']];
        const [what, how] = [adjustmentTypeWords[type], adjustmentSourceWords[source]];
        return {
          title: {
            zh: `额度${what.zh}（${how.zh}）`,
            en: `Limit: ${what.en.toLowerCase()} (${how.en.toLowerCase()})`,
          },
          leadsTo: 'limitBatch',
        };
      },
    },
  ],
};
