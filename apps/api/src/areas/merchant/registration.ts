import type { MerchantDetail } from '@xyxlx/contracts/merchant';
import { paths } from '@xyxlx/contracts/paths';
import type { Merchant } from '@xyxlx/database/client/client';
import type { Call } from '../../core/call.ts';
import type { Caller } from '../../core/caller.ts';
import { recordMissing } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { decideOn } from '../../platform/approval/decide.ts';
import type { ApprovalSubject, Decision } from '../../platform/approval/subject.ts';
import { submitForApproval } from '../../platform/approval/submit.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { writeState } from '../../platform/records/change-state.ts';
import { matterOfRegistration } from './matter.ts';
import { merchantDetail } from './merchant.sql.ts';
import { merchantStateMachine } from './merchant-states.ts';
import { refusePlatformsOutOfUse } from './platforms-in-use.ts';

/** 商户登记: 待审核 → 正常 | 驳回. What is wrong with it its maker edits; it is never just taken back. */
export const merchantRegistration: ApprovalSubject = {
  type: 'merchantRegistration',
  label: { zh: '商户登记', en: 'Registration of a merchant' },
  permission: 'merchant.approve',
  link: (id) => `${paths.merchant}?open=${id}`,
  matter: matterOfRegistration,
  waiting: `SELECT id FROM merchants WHERE tenant_id = $1 AND state = 'PENDING'`,
  approve: (tx, decision) => leave(tx, decision, 'approveMerchant'),
  reject: (tx, decision) => leave(tx, decision, 'rejectMerchant'),
};

/** Hands a merchant in, in the transaction that makes it wait. */
export async function submitRegistration(
  tx: Transaction,
  by: Caller,
  { tenantId, id, name }: Pick<Merchant, 'tenantId' | 'id' | 'name'>,
): Promise<void> {
  await submitForApproval(tx, by, merchantRegistration, {
    tenantId,
    subjectId: id,
    subjectLabel: name,
    merchantId: id,
  });
}

/** Decides on a merchant in the version that the checker saw. */
export async function decideRegistration(
  call: Call<{ id: string; version: number; reason?: string }, Session>,
  kind: 'APPROVE' | 'REJECT',
): Promise<MerchantDetail> {
  const { input, session, deps } = call;
  const { id, version, reason = null } = input;
  if (!(await merchantDetail(deps.database.pool, session, id))) throw recordMissing();
  return decideOn(call, merchantRegistration, id, kind, {
    reason,
    version,
    answer: async (tx) => {
      const decided = await merchantDetail(tx, session, id);
      if (!decided) throw recordMissing();
      return decided;
    },
  });
}

async function leave(
  tx: Transaction,
  decision: Decision,
  action: 'approveMerchant' | 'rejectMerchant',
): Promise<void> {
  const {
    approval: { tenantId, subjectId: id },
    reason,
    version,
  } = decision;
  if (action === 'approveMerchant') {
    const row = await tx.merchant.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id } } });
    const refuse = await refusePlatformsOutOfUse(tx, [row]);
    refuse(row);
  }
  const columns = { stateReason: action === 'rejectMerchant' ? reason : null };
  await writeState(tx, decision, merchantStateMachine, action, [{ tenantId, id }], { columns, version });
}
