import type { Caller } from '../../core/caller.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { moveFunds } from '../../platform/fund/fund.ts';
import { type Link, lockAccounts, writeAdjustments } from '../limit/account.sql.ts';
import { endLots } from '../limit/adjust-lots.ts';
import { limitChange } from '../limit/limit-change.ts';
import { recoveredLot } from '../limit/recovered-lot.ts';

/** Takes what employees have not spent, frozen or not, back into their companies' funds, in a handful of statements for all of them. */
export async function recoverUnspent(
  tx: Transaction,
  by: Caller,
  employeeIds: readonly string[],
  reason: string,
): Promise<void> {
  const accounts = await lockAccounts(tx, by.session, employeeIds, by.now);
  const unfrozen = accounts.flatMap((account) => {
    const { lockedLimit, lotLocked } = account;
    const change = limitChange('UNFREEZE', lockedLimit, account);
    return change
      ? [{ account, change: { ...change, lotAvailable: lotLocked, lotLocked: -lotLocked }, reason }]
      : [];
  });
  await step(tx, by, unfrozen, 'UNFREEZE');
  const lots = Map.groupBy(await endLots(tx, accounts, by.now), ({ accountId }) => accountId);
  const recovered = accounts.flatMap((account): Link[] => {
    const { availableLimit, lockedLimit } = account;
    const ofLots = lots.get(account.id) ?? [];
    const general = availableLimit + lockedLimit - ofLots.reduce((sum, { amount }) => sum + amount, 0);
    const change = limitChange('RECOVER', general, { availableLimit: general, lockedLimit: 0 });
    return [
      ...(change ? [{ account, change, reason }] : []),
      ...ofLots.map(({ lotId, amount }) => recoveredLot(account, lotId, amount, reason)),
    ];
  });
  await step(tx, by, recovered, 'RECOVER');
}

/** Links of chains that the system adds, and one flow for each employee whose money goes back. */
async function step(
  tx: Transaction,
  { session, now }: Caller,
  links: readonly Link[],
  type: 'UNFREEZE' | 'RECOVER',
): Promise<void> {
  if (links.length === 0) return;
  const written = await writeAdjustments(tx, links, { type, source: 'SYSTEM', by: session, now });
  const entries = links.map((link, n) => ({ ...link, id: written[n] as string }));
  const returns = [...Map.groupBy(entries, ({ account }) => account.id).values()].flatMap((own) => {
    const delta = own.reduce((sum, { change }) => sum + change.fund, 0);
    const [first] = own;
    if (!first || delta === 0) return [];
    const { tenantId, companyId, employeeName: remark } = first.account;
    return [{ tenantId, companyId, kind: 'LIMIT_RECOVER' as const, delta, sourceId: first.id, remark }];
  });
  await moveFunds(tx, returns, { sourceType: 'limitAdjustment', by: session.userName, now });
}
