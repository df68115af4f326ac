import { merchantTransitions } from '@xyxlx/contracts/merchant';
import type { Merchant, Prisma } from '@xyxlx/database/client/client';
import { Refusal } from '../../core/errors.ts';
import { changeWaits } from '../../platform/approval/record-change.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import type { Given, RecordOf } from '../../platform/records/stateful-record.ts';
import { onlyFrom } from '../../platform/records/wrong-state.ts';
import { merchantChange } from './guarded-change.ts';
import { lockMerchants } from './lock-merchant.ts';
import { merchantMove } from './move-approval.ts';
import { refusePlatformsOutOfUse } from './platforms-in-use.ts';
import { refuseWhileMoving } from './running-move.ts';

/** The states of a merchant; who decides its registration does so in `registration.ts`. */
export const merchantStateMachine: RecordOf<
  typeof merchantTransitions,
  Merchant,
  Prisma.MerchantUncheckedUpdateManyInput
> = {
  table: merchantTransitions,
  type: 'merchant',
  label: ({ name }) => name,
  lock: lockMerchants,
  update: (tx, where, data) => tx.merchant.updateMany({ where, data }),
  refusal: onlyFrom(merchantTransitions),
  guards: {
    closeMerchant: async (tx, row) => {
      await refuseWhileMoneyIsLeft(tx, row.tenantId, row.id);
      await refuseWhileMoving(tx, { tenantId: row.tenantId, merchantId: row.id });
      for (const subject of [merchantChange, merchantMove]) {
        if (await changeWaits(tx, subject, row)) throw changeIsWaiting();
      }
    },
  },
  guardEach: { enableMerchant: refusePlatformsOutOfUse },
  effects: {
    enableMerchant: () => ({ stateReason: null }),
    disableMerchant: keepReason,
    closeMerchant: keepReason,
  },
};

function keepReason(_tx: Transaction, _by: unknown, _rows: unknown, { reason }: Given) {
  return { stateReason: reason ?? null };
}

async function refuseWhileMoneyIsLeft(tx: Transaction, tenantId: string, merchantId: string): Promise<void> {
  const limit = await tx.limitAccount.findFirst({
    where: { tenantId, merchantId, OR: [{ available: { gt: 0 } }, { locked: { gt: 0 } }] },
    select: { id: true },
  });
  if (limit)
    throw new Refusal({
      zh: '员工还有未用额度，请先回收',
      en: 'Employees still have limits to spend: recover those first',
    });
  // What is held of a card is a part of what is on it.
  const card = await tx.card.findFirst({
    where: { tenantId, merchantId, balance: { gt: 0 } },
    select: { id: true },
  });
  if (card)
    throw new Refusal({
      zh: '单位的卡还有余额或未完成授权，请先赎回',
      en: 'There is still money on cards of the unit, or held of it: redeem those first',
    });
}

function changeIsWaiting(): Refusal {
  return new Refusal({
    zh: '商户有变更待审核，请先审核或撤回',
    en: 'A change of the merchant waits for a checker: have it decided or withdraw it first',
  });
}
