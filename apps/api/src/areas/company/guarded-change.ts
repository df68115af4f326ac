import { companyGuarded } from '@xyxlx/contracts/company';
import { paths } from '@xyxlx/contracts/paths';
import type { Company } from '@xyxlx/database/client/client';
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
import { refuseTaken } from './refuse-taken.ts';

type Guarded = Pick<Company, keyof typeof companyGuarded>;

/** 已认证公司信息变更: name and credit code of a certified company; it stays certified with the old ones until somebody else has looked at the new ones. */
export const companyChange: ApprovalSubject = {
  type: 'companyChange',
  label: { zh: '已认证公司信息变更', en: 'Change of a certified company' },
  permission: 'company.approve',
  link: (id) => `${paths.company}?open=${id}`,
  changes: {
    name: { field: 'name', label: companyGuarded.name },
    credit_code: { field: 'creditCode', label: companyGuarded.creditCode },
  },
  waiting: waitingChanges('companyChange'),
  approve: apply,
  // The record never changed, so nothing has to be put back.
  reject: async () => undefined,
  withdraw: async () => undefined,
};

/** Hands in what of a certified company waits for a checker, where anything of it would change. */
export async function submitCompanyChange(
  tx: Transaction,
  by: Caller,
  row: Company,
  wanted: Guarded,
  reason: string | undefined,
): Promise<void> {
  const change = changedColumns(columnsOf(row), columnsOf(wanted));
  if (!change) return;
  const { tenantId, id, name } = row;
  await submitChange(
    tx,
    by,
    companyChange,
    { tenantId, subjectId: id, subjectLabel: name, companyId: id, ...(reason && { reason }) },
    change,
  );
}

async function apply(tx: Transaction, decision: Decision): Promise<void> {
  const { approval, session, now } = decision;
  const { tenantId, subjectId: id } = approval;
  const where = { tenantId_id: { tenantId, id } };
  const row = await tx.company.findUniqueOrThrow({ where });
  const after = await approvedChange(tx, decision, columnsOf(row));
  const { name = row.name, credit_code: creditCode = row.creditCode } = after;
  const next = { name: name ?? row.name, creditCode };
  await refuseTaken(tx, tenantId, id, next);
  await tx.company.update({
    where,
    data: { ...next, changeId: approval.id, ...nextVersion(session, now) },
  });
  await changeApplied(tx, decision);
  await logChange(
    tx,
    { ...decision, operation: operationOf('company', 'editCompany') },
    {
      tenantId,
      id,
      label: next.name,
      before: logged(row, after),
      after: logged(next, after),
      ...(approval.reason && { reason: approval.reason }),
    },
  );
}

function columnsOf({ name, creditCode }: Guarded): Columns {
  return { name, credit_code: creditCode };
}

function logged({ name, creditCode }: Guarded, changed: Columns): Partial<Guarded> {
  return { ...('name' in changed && { name }), ...('credit_code' in changed && { creditCode }) };
}
