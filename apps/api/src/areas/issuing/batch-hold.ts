import type { IssueBatch } from '@xyxlx/database/client/client';
import { Refusal } from '../../core/errors.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { companyBehind, lockAccounts } from '../../platform/fund/fund.ts';
import { type Held, holdFund } from '../../platform/fund/fund-hold.ts';
import { yuanText } from '../../platform/money/yuan-text.ts';

/** Names what is promised to a batch. */
export function heldFor({ tenantId, id }: Pick<IssueBatch, 'tenantId' | 'id'>, now: Date): Held {
  return { tenantId, source: { type: 'issueBatch', id }, now };
}

/** Promises a batch what it is to issue, in fen, before any of it is; throws 406 where the company's fund does not have it free. */
export async function holdForBatch(
  tx: Transaction,
  batch: Pick<IssueBatch, 'tenantId' | 'id' | 'merchantId' | 'batchNo'>,
  { amount, by, now }: { amount: number; by: string; now: Date },
): Promise<void> {
  if (amount === 0) return;
  const owner = await companyBehind(tx, batch.tenantId, batch.merchantId);
  const [account] = (await lockAccounts(tx, [{ ...owner, kind: 'ENTERPRISE' }])).values();
  if (!account || account.free < amount) throw fundShort(account?.free ?? 0, amount);
  await holdFund(tx, heldFor(batch, now), { accountId: account.id, amount, sourceNo: batch.batchNo, by });
}

function fundShort(free: number, needed: number): Refusal {
  return new Refusal({
    zh: `企业资金余额不足，可用 ${yuanText(free)} 元，需要 ${yuanText(needed)} 元`,
    en: `The company's fund does not cover it: ¥${yuanText(free)} is free, ¥${yuanText(needed)} is needed`,
  });
}
