import type { Caller } from '../../core/caller.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { moveFunds } from '../../platform/fund/fund.ts';
import { type LockedAccount, lockAccounts, writeAdjustments } from '../limit/account.sql.ts';
import { limitChange } from '../limit/limit-change.ts';

/** Takes what employees have not spent, frozen or not, back into their companies' funds, in a handful of statements for all of them. */
export async function recoverUnspent(
  tx: Transaction,
  by: Caller,
  employeeIds: readonly string[],
  reason: string,
): Promise<void> {
  const accounts = await lockAccounts(tx, by.session, employeeIds, by.now);
  const frozen = accounts.filter(({ lockedLimit }) => lockedLimit > 0);
  await step(tx, by, frozen, 'UNFREEZE', reason);
  const unfrozen = accounts.map((account) => ({
    ...account,
    availableLimit: account.availableLimit + account.lockedLimit,
    lockedLimit: 0,
  }));
  const unspent = unfrozen.filter(({ availableLimit }) => availableLimit > 0);
  await step(tx, by, unspent, 'RECOVER', reason);
}

/** One link of each chain that the system adds, for all that there is to unfreeze or to recover. */
async function step(
  tx: Transaction,
  { session, now }: Caller,
  accounts: readonly LockedAccount[],
  type: 'UNFREEZE' | 'RECOVER',
  reason: string,
): Promise<void> {
  if (accounts.length === 0) return;
  const links = accounts.map((account) => {
    const change = limitChange(
      type,
      type === 'UNFREEZE' ? account.lockedLimit : account.availableLimit,
      account,
    );
    if (!change) throw new Error('The parts of a locked account changed');
    return { account, change, reason };
  });
  const written = await writeAdjustments(tx, links, { type, source: 'SYSTEM', by: session, now });
  const returns = links.flatMap(({ account, change }, n) => {
    const { tenantId, companyId, employeeName } = account;
    if (change.fund === 0) return [];
    const sourceId = written[n] as string;
    const kind = 'LIMIT_RECOVER' as const;
    return [{ tenantId, companyId, kind, delta: change.fund, sourceId, remark: employeeName }];
  });
  await moveFunds(tx, returns, { sourceType: 'limitAdjustment', by: session.userName, now });
}
