import { paths } from '@xyxlx/contracts/paths';
import type { voucher as contract } from '@xyxlx/contracts/voucher';
import type { VoucherDetail } from '@xyxlx/contracts/voucher-record';
import type { Waits } from '@xyxlx/contracts/waits';
import type { Voucher } from '@xyxlx/database/client/client';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import type { Caller } from '../../core/caller.ts';
import { Refusal } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import type { ApprovalSubject, Decision } from '../../platform/approval/subject.ts';
import { submitForApproval } from '../../platform/approval/submit.ts';
import { rowOf, sql } from '../../platform/db/sql.ts';
import { change, type Transaction } from '../../platform/db/transaction.ts';
import { changeOne, writeState } from '../../platform/records/change-state.ts';
import { matterOfVoucher } from './matter.ts';
import { voucherOf } from './voucher-lists.ts';
import { mustBeOpen, voucherLabel, voucherStateMachine } from './voucher-states.ts';

/** 凭证审核: 待审核 → 已审核, when it gets its number. */
export const voucherApproval: ApprovalSubject = {
  type: 'voucher',
  label: { zh: '凭证审核', en: 'Voucher' },
  permission: 'voucher.approve',
  link: (id) => `${paths.voucher}?open=${id}`,
  matter: matterOfVoucher,
  waiting: `SELECT id FROM vouchers WHERE tenant_id = $1 AND state = 'PENDING'`,
  approve: async (tx, decision) => {
    const voucher = await subjectOf(tx, decision);
    const { tenantId, period, word } = voucher;
    await mustBeOpen(tx, tenantId, [period]);
    const { session } = decision;
    await writeState(tx, decision, voucherStateMachine, 'approve', [voucher], {
      columns: {
        number: await nextVoucherNumber(tx, tenantId, { period, word }),
        approvedById: session.userId,
        approvedByName: session.userName,
      },
    });
  },
  reject: (tx, decision) => giveBack(tx, decision, 'reject'),
  withdraw: (tx, decision) => giveBack(tx, decision, 'withdraw'),
};

/** The next number of a period and word: given in the transaction that approves, so that none is left out. */
export async function nextVoucherNumber(
  tx: Transaction,
  tenantId: string,
  { period, word }: Pick<Voucher, 'period' | 'word'>,
): Promise<number> {
  const { last } = await rowOf<{ last: number }>(
    tx,
    sql`INSERT INTO voucher_counters AS c (tenant_id, period, word, last) VALUES (${tenantId}::uuid, ${period}, ${word}, 1)
        ON CONFLICT (tenant_id, period, word) DO UPDATE SET last = c.last + 1 RETURNING last`,
  );
  return last;
}

/** What somebody wrote is a draft again, and an automatic one waits to be remade; a reversal goes, as if nobody had asked for it. */
async function giveBack(tx: Transaction, decision: Decision, outcome: 'reject' | 'withdraw'): Promise<void> {
  const voucher = await subjectOf(tx, decision);
  const { tenantId, id } = voucher;
  await writeState(tx, decision, voucherStateMachine, outcome, [voucher]);
  if (voucher.kind === 'RED') await tx.voucher.delete({ where: { tenantId_id: { tenantId, id } } });
}

function subjectOf(tx: Transaction, { approval }: Decision): Promise<Voucher> {
  const { tenantId, subjectId: id } = approval;
  return tx.voucher.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id } } });
}

/** Hands a voucher in; what is at stake is its Σ借. */
export async function submitVoucherOf(
  tx: Transaction,
  by: Caller,
  voucher: Voucher,
  reason?: string,
): Promise<string> {
  const { tenantId, id } = voucher;
  const { debit, summary } = await rowOf<{ debit: number; summary: string }>(
    tx,
    sql`SELECT abs(sum(debit))::float8 AS debit, min(summary) FILTER (WHERE line_no = 1) AS summary
        FROM voucher_lines WHERE tenant_id = ${tenantId}::uuid AND voucher_id = ${id}::uuid`,
  );
  const approval = await submitForApproval(tx, by, voucherApproval, {
    tenantId,
    subjectId: id,
    subjectLabel: `${voucherLabel(voucher)} ${summary}`,
    amount: debit,
    ...(reason && { reason }),
  });
  return approval.id;
}

/** Hands a draft that somebody wrote in for approval. */
export async function submitVoucher(
  call: Call<z.output<typeof contract.submitVoucher.input>, Session>,
): Promise<VoucherDetail & Waits> {
  const { input, session } = call;
  return change(call, async (tx) => {
    const voucher = await changeOne(tx, call, voucherStateMachine, 'submitVoucher', input);
    if (voucher.kind !== 'MANUAL') {
      throw new Refusal({ zh: '自动凭证请重新生成', en: 'An automatic voucher is made anew instead' });
    }
    await mustBeOpen(tx, voucher.tenantId, [voucher.period]);
    const approvalId = await submitVoucherOf(tx, call, voucher);
    return { ...(await voucherOf(tx, session, voucher.id)), approvalId };
  });
}
