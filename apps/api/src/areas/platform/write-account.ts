import type { platformAccount as contract, PlatformAccountRow } from '@xyxlx/contracts/platform-account';
import type { Waits } from '@xyxlx/contracts/waits';
import type { PlatformAccount } from '@xyxlx/database/client/client';
import type { z } from 'zod';
import type { Caller } from '../../core/caller.ts';
import { recordMissing, staleVersion } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { type Columns, changedColumns, submitChange } from '../../platform/approval/record-change.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { writeState } from '../../platform/records/change-state.ts';
import { lockVisibleRows } from '../../platform/records/lock-visible.ts';
import { nextVersion } from '../../platform/records/next-version.ts';
import { visibleCompanies } from '../../platform/records/scope.ts';
import { foundAccount } from './account.sql.ts';
import {
  accountColumns,
  accountDifference,
  accountStates,
  accountWaits,
  loggedAccount,
  noAccount,
} from './account-change.ts';
import { checkOwners, refuseTakenNumber } from './check-account.ts';
import { platformChange } from './platform-change.ts';

type Added = z.output<typeof contract.addAccount.input>;
type Edited = z.output<typeof contract.editAccount.input>;
type HandedIn = PlatformAccountRow & Waits;

/** Adds an account, which is out of use until somebody else has approved it. */
export async function addAccount(tx: Transaction, by: Caller, input: Added): Promise<HandedIn> {
  const { session } = by;
  const { tenantId, userName } = session;
  await checkOwners(tx, session, tenantId, input);
  await refuseTakenNumber(tx, tenantId, input);
  const row = await tx.platformAccount.create({
    data: { ...input, tenantId, createdBy: userName, updatedBy: userName },
  });
  await logChange(tx, by, { tenantId, id: row.id, label: row.name, after: loggedAccount(input) });
  const change = { before: noAccount, after: accountColumns(row) };
  return { ...(await foundAccount(tx, session, row.id)), approvalId: await submit(tx, by, row, change) };
}

/**
 * Edits an account: one in use keeps its values until somebody else has approved the new ones, one that was rejected or withdrawn takes
 * them and is handed in again. 406 while it waits.
 */
export async function editAccount(
  tx: Transaction,
  by: Caller,
  { id, version, accountNo, reason, ...input }: Edited,
): Promise<HandedIn> {
  const { session, now } = by;
  const row = await lockAccount(tx, session, id);
  if (row.version !== version) throw staleVersion();
  if (row.state === 'PENDING') throw accountWaits();
  const { tenantId, kind } = row;
  const wanted = { ...input, kind, accountNo: accountNo ?? row.accountNo };
  await checkOwners(tx, session, tenantId, wanted);
  await refuseTakenNumber(tx, tenantId, wanted, id);
  const difference = accountDifference(row, wanted);
  let approvalId: string | null = null;
  if (row.state === 'ACTIVE') {
    const change = changedColumns(accountColumns(row), accountColumns(wanted));
    await tx.platformAccount.update({
      where: { tenantId_id: { tenantId, id } },
      data: nextVersion(session, now),
    });
    await logChange(tx, by, { tenantId, id, label: row.name, reason });
    if (change) approvalId = await submit(tx, by, row, change, reason);
  } else {
    await writeState(tx, by, accountStates, 'submitAgain', [row], { columns: wanted });
    await logChange(tx, by, { tenantId, id, label: wanted.name, ...difference, reason });
    const change = { before: noAccount, after: accountColumns(wanted) };
    approvalId = await submit(tx, by, { ...row, ...wanted }, change, reason);
  }
  return { ...(await foundAccount(tx, session, id)), approvalId };
}

async function submit(
  tx: Transaction,
  by: Caller,
  { tenantId, id, name, companyId }: PlatformAccount,
  change: { before: Columns; after: Columns },
  reason?: string,
): Promise<string> {
  const submission = { tenantId, subjectId: id, subjectLabel: name, companyId, ...(reason && { reason }) };
  const { id: approvalId } = await submitChange(tx, by, platformChange, submission, change);
  return approvalId;
}

async function lockAccount(tx: Transaction, session: Session, id: string): Promise<PlatformAccount> {
  const [key] = await lockVisibleRows(tx, session, 'platform_accounts', [id], visibleCompanies);
  if (!key) throw recordMissing();
  return tx.platformAccount.findUniqueOrThrow({ where: { tenantId_id: key } });
}
