import type { AppContract } from '@xyxlx/contracts/contract';
import { spellNames } from '../../platform/records/spell-names.ts';
import type { Area } from '../area.ts';
import { merchantChange } from './guarded-change.ts';
import { merchant as handlers } from './handlers.ts';
import { merchantInvariants } from './invariants.ts';
import { foundMerchants } from './merchant.sql.ts';
import { merchantExport } from './merchant-export.ts';
import { merchantMove } from './move-approval.ts';
import { merchantRegistration } from './registration.ts';
import { moveMerchant, resumeMoves } from './run-move.ts';
import { merchantTimelines } from './timeline.ts';

export const merchant: Area<AppContract['merchant']> = {
  handlers,
  exports: [merchantExport],
  jobs: [moveMerchant],
  schedule: [
    {
      name: 'resumeMoves',
      title: { zh: '续做商户变更公司', en: 'Merchant moves that stopped' },
      due: { zh: '迁移因资金不足或故障停下后', en: 'When a move stopped for want of money or by a fault' },
      run: resumeMoves,
    },
    {
      name: 'spellMerchants',
      title: { zh: '商户名称拼音', en: 'Spelling merchants’ names' },
      due: { zh: '有名称尚无拼音时', en: 'When a name has not been spelled' },
      run: (deps) => spellNames(deps, 'merchants'),
    },
  ],
  approvals: [merchantRegistration, merchantChange, merchantMove],
  finds: [foundMerchants],
  timelines: merchantTimelines,
  records: { merchant: { from: 'merchants r', fields: ['merchantId', 'merchantIds'] } },
  invariants: merchantInvariants,
  steps: { moveMerchant: { zh: '额度迁移完成', en: 'Bring the limits over' } },
};
