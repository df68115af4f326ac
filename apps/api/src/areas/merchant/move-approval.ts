import { isLive, merchantGuarded } from '@xyxlx/contracts/merchant';
import { paths } from '@xyxlx/contracts/paths';
import type { Merchant } from '@xyxlx/database/client/client';
import type { Caller } from '../../core/caller.ts';
import { Refusal } from '../../core/errors.ts';
import { operationOf } from '../../core/operation.ts';
import { isOverCeiling, OverCeiling } from '../../platform/approval/ceiling.ts';
import {
  approvedChange,
  changeApplied,
  changedColumns,
  submitChange,
  waitingChanges,
} from '../../platform/approval/record-change.ts';
import type { ApprovalSubject, Decision } from '../../platform/approval/subject.ts';
import { rowOf, rowsOf, sql } from '../../platform/db/sql.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import {
  companyBehind,
  companyOr,
  type FundOwner,
  fundFree,
  lockAccounts,
} from '../../platform/fund/fund.ts';
import { holdFund } from '../../platform/fund/fund-hold.ts';
import { yuanText } from '../../platform/money/yuan-text.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { nextVersion } from '../../platform/records/next-version.ts';
import { checkFields } from './check-fields.ts';
import { lockMerchant } from './lock-merchant.ts';
import { holdOf, startMove } from './run-move.ts';
import { refuseWhileMoving } from './running-move.ts';

/** 商户变更所属公司: the limits of a live merchant's employees are issued again by the new company; those of the old one hold until it is approved. */
export const merchantMove: ApprovalSubject = {
  type: 'merchantMove',
  label: { zh: '商户变更所属公司', en: 'Move of a merchant to another company' },
  madeWith: 'merchant.edit',
  permission: 'merchant.approve',
  link: (id) => `${paths.merchant}?open=${id}`,
  changes: { company_id: { field: 'companyId', label: merchantGuarded.companyId, names: 'company' } },
  waiting: waitingChanges('merchantMove'),
  approve: apply,
  // The record never changed, so nothing has to be put back.
  reject: async () => undefined,
  withdraw: async () => undefined,
};

/** Hands a live merchant's move in, where it would move: 406 where the new company does not cover what its employees have not spent. */
export async function submitMove(
  tx: Transaction,
  by: Caller,
  row: Merchant,
  companyId: string | null,
  reason: string | undefined,
): Promise<void> {
  const change = changedColumns({ company_id: row.companyId }, { company_id: companyId });
  if (!change) return;
  const { tenantId, id, name } = row;
  await refuseWhileMoving(tx, { tenantId, merchantId: id });
  const next = await companyOr(tx, tenantId, companyId);
  const { unspent } = await limitsOf(tx, { tenantId, merchantId: id, except: next.companyId });
  const free = await fundFree(tx, next);
  // Nobody is asked for what could not be done.
  if (unspent > free) throw notCovered(unspent, free);
  const submission = { tenantId, subjectId: id, subjectLabel: name, merchantId: id };
  await submitChange(
    tx,
    by,
    merchantMove,
    { ...submission, ...(unspent > 0 && { amount: unspent }), ...(reason && { reason }) },
    change,
  );
}

/** The merchant is the new company's from then on; what the limits hold is promised by its fund, and a job brings them over. */
async function apply(tx: Transaction, decision: Decision): Promise<void> {
  const { approval, session, now } = decision;
  const { tenantId, subjectId: id } = approval;
  const row = await lockMerchant(tx, session, id);
  if (!isLive(row.state)) throw notLive();
  await refuseWhileMoving(tx, { tenantId, merchantId: id });
  await refuseBatchAtWork(tx, row);
  const after = await approvedChange(tx, decision, { company_id: row.companyId });
  const companyId = after.company_id ?? null;
  await checkFields(tx, tenantId, { ...row, companyId }, row);
  const from = await companyBehind(tx, tenantId, id);
  await tx.merchant.update({
    where: { tenantId_id: { tenantId, id } },
    data: { companyId, changeId: approval.id, ...nextVersion(session, now) },
  });
  await changeApplied(tx, decision);
  const to = await companyBehind(tx, tenantId, id);
  const limits = await limitsOf(tx, { tenantId, merchantId: id, except: to.companyId });
  if (isOverCeiling(session, limits.unspent)) throw new OverCeiling(session);
  if (limits.unspent > 0) await promise(tx, decision, row, to, limits.unspent);
  if (limits.people > 0) await startMove(tx, decision, { from, to, merchantId: id, people: limits.people });
  await logChange(
    tx,
    { ...decision, operation: operationOf('merchant', 'editMerchant') },
    {
      tenantId,
      id,
      label: row.name,
      before: { companyId: row.companyId },
      after: { companyId, people: limits.people, amount: limits.unspent },
      ...(approval.reason && { reason: approval.reason }),
    },
  );
}

/** Holds of the new company's 企业资金 what its limits will need, in fen, so that nothing else is paid with it. */
async function promise(
  tx: Transaction,
  { approval, session, now }: Decision,
  { merchantNo }: Merchant,
  to: FundOwner,
  amount: number,
): Promise<void> {
  const [account] = (await lockAccounts(tx, [{ ...to, kind: 'ENTERPRISE' }])).values();
  if (!account) throw new Error('A company has no 企业资金');
  if (amount > account.free) throw notCovered(amount, account.free);
  const held = holdOf({ tenantId: to.tenantId, approvalId: approval.id, now });
  await holdFund(tx, held, { accountId: account.id, amount, sourceNo: merchantNo, by: session.userName });
}

/** How many limits of a merchant other companies than one pay for, and what they hold, in fen. */
async function limitsOf(
  tx: Transaction,
  { tenantId, merchantId, except }: { tenantId: string; merchantId: string; except: string },
): Promise<{ people: number; unspent: number }> {
  return rowOf(
    tx,
    sql`SELECT count(*)::int AS people, coalesce(sum(available + locked), 0)::float8 AS unspent FROM limit_accounts
        WHERE tenant_id = ${tenantId}::uuid AND merchant_id = ${merchantId}::uuid AND company_id <> ${except}::uuid`,
  );
}

/** A batch goes on with the fund that it began with. */
async function refuseBatchAtWork(tx: Transaction, { tenantId, id: merchantId }: Merchant): Promise<void> {
  const [batch] = await rowsOf<{ batchNo: string; isIssue: boolean }>(
    tx,
    sql`SELECT batch_no AS "batchNo", false AS "isIssue" FROM limit_batches
        WHERE tenant_id = ${tenantId}::uuid AND merchant_id = ${merchantId}::uuid AND state IN ('RUNNING', 'UNDOING')
        UNION ALL
        SELECT batch_no, true FROM issue_batches WHERE tenant_id = ${tenantId}::uuid AND merchant_id = ${merchantId}::uuid
          AND state IN ('SUBMITTED', 'SCHEDULED', 'RUNNING', 'STOPPED', 'VOIDING')
        LIMIT 1`,
  );
  if (!batch) return;
  throw new Refusal({
    zh: `${batch.isIssue ? '发放批次' : '批量调额'} ${batch.batchNo} 尚未完成，完成后再审批`,
    en: `Batch ${batch.batchNo} has not ended: approve when it has`,
  });
}

function notCovered(needed: number, free: number): Refusal {
  const [wanted, has] = [yuanText(needed), yuanText(free)];
  return new Refusal({
    zh: `新公司企业资金余额不足：员工未用额度 ${wanted} 元，可用 ${has} 元`,
    en: `The new company's funds do not cover it (insufficient balance): ¥${wanted} are unspent, ¥${has} are free`,
  });
}

export function notLive(): Refusal {
  return new Refusal({
    zh: '商户已不是正常或停用状态，请驳回该变更',
    en: 'The merchant is neither active nor disabled any more: reject this change',
  });
}
