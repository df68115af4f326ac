import type { Label } from '@xyxlx/contracts/endpoint';
import { paths } from '@xyxlx/contracts/paths';
import { type TopUpDiversion, topUpDiversionWords } from '@xyxlx/contracts/top-up-kinds';
import type { TopUp } from '@xyxlx/database/client/client';
import { decidersOf } from '../../platform/approval/deciders.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { notifyUsers } from '../../platform/live/notify-users.ts';

/** Tells them that the company's 企业资金 has what came for its card. */
export function tellDiverted(tx: Transaction, topUp: TopUp, divertedFor: TopUpDiversion): Promise<void> {
  const { zh, en } = topUpDiversionWords[divertedFor];
  return tellException(tx, topUp, { zh: `${zh}，已入账企业资金`, en: `${en}: the company’s fund has it` });
}

/** Tells those who top up for the company what of a top-up somebody should look at. */
export async function tellException(
  tx: Transaction,
  { tenantId, companyId, id, topUpNo }: TopUp,
  what: Label,
): Promise<void> {
  const about = { tenantId, companyId, merchantId: null, amount: null, makerIds: [] };
  const people = await decidersOf(tx, 'topup.edit', about);
  await notifyUsers(tx, {
    tenantId,
    userIds: people.map((person) => person.id),
    kind: 'topUp.exception',
    title: { zh: `充值 ${topUpNo}：${what.zh}`, en: `Top-up ${topUpNo}: ${what.en}` },
    link: `${paths.topUp}?open=${id}`,
  });
}
