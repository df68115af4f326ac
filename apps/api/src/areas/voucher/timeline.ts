import { voucherStateWords } from '@xyxlx/contracts/voucher-kinds';
import { sql } from '../../platform/db/sql.ts';
import type { Area } from '../area.ts';
import { visibleBooks, voucherNo } from './books.ts';

/** The vouchers that a payment is part of. */
export const voucherTimelines: NonNullable<Area['timelines']> = {
  consumption: [
    {
      ...{ kind: 'VOUCHER', permission: 'voucher.view' },
      from: (
        { tenantId, id },
        { session },
      ) => sql`vouchers v WHERE v.tenant_id = ${tenantId}::uuid AND v.slot_id IN (
          SELECT p.slot_id FROM ledger_postings p
          WHERE p.tenant_id = ${tenantId}::uuid AND p.source_id = ${id}::uuid AND p.source_type = 'consumption')
        AND ${visibleBooks(session, 'v')}`,
      at: 'v.created_at',
      tie: 'v.id',
      select: {
        ...{ by: 'v.created_by', state: 'v.state', about: 'v.id' },
        number: `v.period || coalesce(' ' || ${voucherNo('v').sql}, '')`,
      },
      tell: ({ state }) => ({
        title: { zh: '生成记账凭证', en: 'Entered into the books' },
        state: voucherStateWords[state as keyof typeof voucherStateWords],
        leadsTo: 'voucher',
      }),
    },
  ],
};
