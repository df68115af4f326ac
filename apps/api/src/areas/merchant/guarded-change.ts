import { isLive, merchantGuarded } from '@xyxlx/contracts/merchant';
import { paths } from '@xyxlx/contracts/paths';
import type { Merchant } from '@xyxlx/database/client/client';
import type { Caller } from '../../core/caller.ts';
import { operationOf } from '../../core/operation.ts';
import {
  approvedChange,
  type Columns,
  changeApplied,
  changedColumns,
  submitChange,
  waitingChanges,
} from '../../platform/approval/record-change.ts';
import type { ApprovalSubject, Decision } from '../../platform/approval/subject.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { nextVersion } from '../../platform/records/next-version.ts';
import { maskAccount } from '../../platform/security/mask.ts';
import { checkFields } from './check-fields.ts';
import { lockMerchant } from './lock-merchant.ts';
import { notLive } from './move-approval.ts';

/** The company has an approval of its own, in `move-approval.ts`. */
type Guarded = Pick<Merchant, Exclude<keyof typeof merchantGuarded, 'companyId'>>;

/** 商户关键信息变更: what a live merchant is paid through and who it is; the old values hold until it is approved. */
export const merchantChange: ApprovalSubject = {
  type: 'merchantChange',
  label: { zh: '商户关键信息变更', en: 'Change of a live merchant' },
  permission: 'merchant.approve',
  link: (id) => `${paths.merchant}?open=${id}`,
  changes: {
    credit_code: { field: 'creditCode', label: merchantGuarded.creditCode },
    settlement_bank: { field: 'settlementBank', label: merchantGuarded.settlementBank },
    settlement_account: {
      field: 'settlementAccount',
      label: merchantGuarded.settlementAccount,
      mask: maskAccount,
    },
  },
  waiting: waitingChanges('merchantChange'),
  approve: apply,
  // The record never changed, so nothing has to be put back.
  reject: async () => undefined,
  withdraw: async () => undefined,
};

/** Hands in what of a live merchant waits for a checker, where anything of it would change. */
export async function submitMerchantChange(
  tx: Transaction,
  by: Caller,
  row: Merchant,
  wanted: Guarded,
  reason: string | undefined,
): Promise<void> {
  const change = changedColumns(columnsOf(row), columnsOf(wanted));
  if (!change) return;
  const { tenantId, id, name } = row;
  const submission = { tenantId, subjectId: id, subjectLabel: name, merchantId: id };
  await submitChange(tx, by, merchantChange, { ...submission, ...(reason && { reason }) }, change);
}

async function apply(tx: Transaction, decision: Decision): Promise<void> {
  const { approval, session, now } = decision;
  const { tenantId, subjectId: id } = approval;
  const row = await lockMerchant(tx, session, id);
  if (!isLive(row.state)) throw notLive();
  const after = await approvedChange(tx, decision, columnsOf(row));
  const next = { ...row, ...fieldsOf(after) };
  await checkFields(tx, tenantId, next, row);
  await tx.merchant.update({
    where: { tenantId_id: { tenantId, id } },
    data: { ...fieldsOf(after), changeId: approval.id, ...nextVersion(session, now) },
  });
  await changeApplied(tx, decision);
  await logChange(
    tx,
    { ...decision, operation: operationOf('merchant', 'editMerchant') },
    {
      tenantId,
      id,
      label: row.name,
      before: logged(row, after),
      after: logged(next, after),
      ...(approval.reason && { reason: approval.reason }),
    },
  );
}

const columns = {
  creditCode: 'credit_code',
  settlementBank: 'settlement_bank',
  settlementAccount: 'settlement_account',
} as const satisfies Record<keyof Guarded, string>;

const names = Object.keys(columns) as (keyof Guarded)[];

function columnsOf(row: Guarded): Columns {
  return Object.fromEntries(names.map((name) => [columns[name], row[name]]));
}

function fieldsOf(values: Columns): Partial<Guarded> {
  return Object.fromEntries(
    names.filter((name) => columns[name] in values).map((name) => [name, values[columns[name]]]),
  );
}

function logged(row: Guarded, changed: Columns): Partial<Guarded> {
  const shown = { ...row, settlementAccount: maskAccount(row.settlementAccount) };
  return Object.fromEntries(
    names.filter((name) => columns[name] in changed).map((name) => [name, shown[name]]),
  );
}
