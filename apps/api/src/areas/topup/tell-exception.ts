import type { Label } from '@xyxlx/contracts/endpoint';
import { paths } from '@xyxlx/contracts/paths';
import type { TopUp } from '@xyxlx/database/client/client';
import { decidersOf } from '../../platform/approval/deciders.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { notifyUsers } from '../../platform/live/notify-users.ts';

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
