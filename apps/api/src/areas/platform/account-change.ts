import { platformAccountTransitions } from '@xyxlx/contracts/platform-account';
import type { PlatformAccount, Prisma } from '@xyxlx/database/client/client';
import { Refusal, staleVersion } from '../../core/errors.ts';
import { operationOf } from '../../core/operation.ts';
import {
  approvedChange,
  type Columns,
  changeApplied,
  changedColumns,
} from '../../platform/approval/record-change.ts';
import type { Decision } from '../../platform/approval/subject.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { differenceOf } from '../../platform/operation-log/difference.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { writeState } from '../../platform/records/change-state.ts';
import { nextVersion } from '../../platform/records/next-version.ts';
import type { RecordOf } from '../../platform/records/stateful-record.ts';
import { maskAccount } from '../../platform/security/mask.ts';
import { refuseTakenNumber } from './check-account.ts';

const columns = {
  platformId: 'platform_id',
  companyId: 'company_id',
  kind: 'kind',
  name: 'name',
  bank: 'bank',
  accountNo: 'account_no',
} as const satisfies Partial<Record<keyof PlatformAccount, string>>;

type Field = keyof typeof columns;
export type AccountFields = Pick<PlatformAccount, Field>;

const fields = Object.keys(columns) as Field[];

/** What of an account waits for a checker, by its columns. */
export function accountColumns(row: AccountFields): Columns {
  return Object.fromEntries(fields.map((field) => [columns[field], row[field]]));
}

/** The same of an account that there is not yet. */
export const noAccount: Columns = Object.fromEntries(fields.map((field) => [columns[field], null]));

/** The fields of an account in the log, with its number masked. */
export function loggedAccount({ accountNo, ...row }: AccountFields): AccountFields {
  return { ...row, accountNo: maskAccount(accountNo) };
}

/** Before and after in the log; of a number that becomes another with the same last digits nothing shows but that. */
export function accountDifference(before: AccountFields, after: AccountFields) {
  return differenceOf(loggedAccount(before), loggedAccount(after), fields);
}

/** The states of an account, which approvals alone move. */
export const accountStates: Pick<
  RecordOf<
    typeof platformAccountTransitions,
    PlatformAccount,
    Prisma.PlatformAccountUncheckedUpdateManyInput
  >,
  'table' | 'update'
> = {
  table: platformAccountTransitions,
  update: (tx, where, data) => tx.platformAccount.updateMany({ where, data }),
};

/** Brings a new account into use, or changes one that is, as it was approved. */
export async function applyAccount(tx: Transaction, decision: Decision): Promise<void> {
  const { approval, session, now } = decision;
  const { tenantId, subjectId: id } = approval;
  const row = await tx.platformAccount.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id } } });
  const isNew = row.state === 'PENDING';
  const approved = await approvedChange(tx, decision, isNew ? noAccount : accountColumns(row));
  if (isNew && changedColumns(accountColumns(row), approved)) throw staleVersion();
  const next: AccountFields = { ...row, ...fieldsOf(approved) };
  await refuseTakenNumber(tx, tenantId, next, id);
  if (isNew) {
    await writeState(tx, decision, accountStates, 'approveAccount', [row], {
      columns: { changeId: approval.id },
    });
  } else {
    await tx.platformAccount.update({
      where: { tenantId_id: { tenantId, id } },
      data: { ...fieldsOf(approved), changeId: approval.id, ...nextVersion(session, now) },
    });
  }
  await changeApplied(tx, decision);
  await logChange(
    tx,
    { ...decision, operation: operationOf('platform', isNew ? 'addAccount' : 'editAccount') },
    {
      tenantId,
      id,
      label: next.name,
      ...(isNew
        ? { before: { state: 'PENDING' }, after: { state: 'ACTIVE' } }
        : accountDifference(row, next)),
      ...(approval.reason && { reason: approval.reason }),
    },
  );
}

/** Takes a new account out of those that wait; one that is in use never changed. */
export async function leaveAccount(
  tx: Transaction,
  decision: Decision,
  way: 'rejectAccount' | 'withdrawAccount',
): Promise<void> {
  const { tenantId, subjectId: id } = decision.approval;
  const waiting = await tx.platformAccount.count({ where: { tenantId, id, state: 'PENDING' } });
  if (waiting > 0) await writeState(tx, decision, accountStates, way, [{ tenantId, id }]);
}

function fieldsOf(values: Columns): Partial<AccountFields> {
  return Object.fromEntries(
    fields.filter((field) => columns[field] in values).map((field) => [field, values[columns[field]]]),
  );
}

export function accountWaits(): Refusal {
  return new Refusal({ zh: '已提交审批，请勿重复提交', en: 'It has been submitted for approval already' });
}
