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

export const merchant: Area<AppContract['merchant']> = {
  handlers,
  exports: [merchantExport],
  jobs: [moveMerchant],
  schedule: [
    { name: 'resumeMoves', run: resumeMoves },
    { name: 'spellMerchants', run: (deps) => spellNames(deps, 'merchants') },
  ],
  approvals: [merchantRegistration, merchantChange, merchantMove],
  finds: [foundMerchants],
  records: { merchant: { from: 'merchants r', fields: ['merchantId', 'merchantIds'] } },
  invariants: merchantInvariants,
  steps: { moveMerchant: { zh: '额度迁移完成', en: 'Bring the limits over' } },
};
