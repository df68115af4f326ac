import { type LedgerRole, ledgerRoleWords } from '@xyxlx/contracts/ledger-roles';
import { paths } from '@xyxlx/contracts/paths';
import type { AccountRow, voucherAccount as contract } from '@xyxlx/contracts/voucher-account';
import type { Waits } from '@xyxlx/contracts/waits';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import { Refusal, staleVersion } from '../../core/errors.ts';
import { operationOf } from '../../core/operation.ts';
import type { Session } from '../../core/session.ts';
import {
  approvedChange,
  type Columns,
  changeApplied,
  changedColumns,
  submitChange,
  waitingChanges,
} from '../../platform/approval/record-change.ts';
import type { ApprovalSubject, Decision } from '../../platform/approval/subject.ts';
import { sql } from '../../platform/db/sql.ts';
import { change, type Transaction } from '../../platform/db/transaction.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { nextVersion } from '../../platform/records/next-version.ts';
import { accountOf, accounts, accountUsed, lockAccount, refuseKnownCode } from './chart.ts';

const yesOrNo = (value: string) =>
  value === 'true' ? { zh: '启用', en: 'Enabled' } : { zh: '停用', en: 'Disabled' };

/** 科目变更: where money is booked changes with a second person's word. */
export const chartChange: ApprovalSubject = {
  type: 'chartChange',
  label: { zh: '科目变更', en: 'Change of an account' },
  permission: 'voucher.approve',
  link: () => `${paths.voucher}?tab=chart`,
  changes: {
    code: { field: 'code', label: { zh: '科目编码', en: 'Code' } },
    name: { field: 'name', label: { zh: '科目名称', en: 'Name' } },
    enabled: { field: 'enabled', label: { zh: '状态', en: 'State' }, words: yesOrNo },
    role: {
      field: 'role',
      label: { zh: '对应业务', en: 'Business' },
      words: (role) => ledgerRoleWords[role as LedgerRole],
    },
  },
  waiting: waitingChanges('chartChange'),
  approve: apply,
  // The account never changed, so nothing has to be put back.
  reject: async () => undefined,
  withdraw: async () => undefined,
};

/** Hands in a new code, name or state of an account. */
export function editAccount(
  call: Call<z.output<typeof contract.editAccount.input>, Session>,
): Promise<AccountRow & Waits> {
  const { id, version, reason, code, name, enabled } = call.input;
  return handIn(call, { id, version, reason }, { code, name, enabled: String(enabled) });
}

/** Hands in that a business posts to this account from then on; the account that it posted to keeps what is booked. */
export function mapRole(
  call: Call<z.output<typeof contract.mapRole.input>, Session>,
): Promise<AccountRow & Waits> {
  const { role, ...seen } = call.input;
  return handIn(call, seen, { role });
}

function handIn(
  call: Call<unknown, Session>,
  { id, version, reason }: { id: string; version: number; reason: string },
  wanted: Columns,
): Promise<AccountRow & Waits> {
  const { session } = call;
  return change(call, async (tx) => {
    const account = await lockAccount(tx, session, id);
    if (account.version !== version) throw staleVersion();
    const changed = changedColumns(columnsOf(account), wanted);
    if (!changed) throw new Refusal({ zh: '没有变化', en: 'Nothing would change' });
    await refuse(tx, account, changed.after);
    const { tenantId, code, name } = account;
    const approval = await submitChange(
      tx,
      call,
      chartChange,
      { tenantId, subjectId: account.id, subjectLabel: `${code} ${name}`, reason },
      changed,
    );
    return { ...(await accountOf(tx, session, id)), approvalId: approval.id };
  });
}

function columnsOf({ code, name, enabled, role }: AccountRow): Columns {
  return { code, name, enabled: String(enabled), role };
}

async function refuse(
  tx: Transaction,
  account: AccountRow & { tenantId: string },
  after: Columns,
): Promise<void> {
  const { tenantId, code, role, enabled, isLeaf, isUsed } = account;
  if (after.code) {
    if (isUsed || !isLeaf) throw accountUsed();
    if (after.code.slice(0, -3) !== code.slice(0, -3)) {
      throw new Refusal({ zh: '只能修改末级编码', en: 'Only the last two digits change' });
    }
    await refuseKnownCode(tx, tenantId, after.code);
  }
  if (after.enabled === 'false' && role !== null) {
    throw new Refusal({ zh: '该科目已映射业务，不能停用', en: 'A business posts to the account' });
  }
  if (after.role) {
    if (role !== null)
      throw new Refusal({ zh: '该科目已映射其他业务', en: 'Another business posts to the account' });
    if (!isLeaf || !enabled) {
      throw new Refusal({
        zh: '科目已停用或不是末级科目',
        en: 'The account is disabled, or has accounts below it',
      });
    }
    await refuseAway(tx, account, after.role as LedgerRole);
  }
}

/** Throws 406 where a role may not leave the account that it has for another: what is booked stays where the business is compared with it. */
async function refuseAway(
  tx: Transaction,
  { tenantId, side }: AccountRow & { tenantId: string },
  role: LedgerRole,
): Promise<void> {
  const [old] = await accounts(tx, sql`a.tenant_id = ${tenantId}::uuid AND a.role = ${role}`);
  if (!old) return;
  if (old.side !== side) {
    throw new Refusal({
      zh: `科目的余额方向与 ${old.code} ${old.name} 不同`,
      en: `The account grows on the other side than ${old.code} ${old.name}`,
    });
  }
  if (old.isControlled && old.isUsed) throw accountUsed();
}

async function apply(tx: Transaction, decision: Decision): Promise<void> {
  const { approval, session, now } = decision;
  const { tenantId, subjectId: id } = approval;
  const account = await lockAccount(tx, { ...session, tenantId }, id);
  const after = await approvedChange(tx, decision, columnsOf(account));
  await refuse(tx, account, after);
  const { role, enabled, code, name } = after;
  if (role) {
    await tx.ledgerAccount.updateMany({
      where: { tenantId, role: role as LedgerRole },
      data: { role: null, ...nextVersion(session, now) },
    });
  }
  await tx.ledgerAccount.update({
    where: { tenantId_id: { tenantId, id } },
    data: {
      ...(code && { code }),
      ...(name && { name }),
      ...(enabled && { enabled: enabled === 'true' }),
      ...(role && { role: role as LedgerRole }),
      ...nextVersion(session, now),
    },
  });
  await changeApplied(tx, decision);
  await logChange(
    tx,
    { ...decision, operation: operationOf('voucher', role ? 'mapRole' : 'editAccount') },
    {
      tenantId,
      id,
      label: `${account.code} ${account.name}`,
      before: Object.fromEntries(
        Object.keys(after).map((column) => [column, columnsOf(account)[column] ?? null]),
      ),
      after,
    },
  );
}
