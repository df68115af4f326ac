import { controlledRoles } from '@xyxlx/contracts/ledger-roles';
import type { voucher as contract } from '@xyxlx/contracts/voucher';
import type { VoucherDetail } from '@xyxlx/contracts/voucher-record';
import type { Voucher } from '@xyxlx/database/client/client';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import { FieldRefusal, Refusal, recordMissing, staleVersion } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { forgetMakers, noteMaker } from '../../platform/approval/draft-makers.ts';
import { claimAttachments } from '../../platform/attachments/claim-attachments.ts';
import { rowsOf, sql } from '../../platform/db/sql.ts';
import { change, type Transaction } from '../../platform/db/transaction.ts';
import { yuanText } from '../../platform/money/yuan-text.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { nextVersion } from '../../platform/records/next-version.ts';
import { openRunningMonth } from './running-month.ts';
import { voucherApproval } from './voucher-approval.ts';
import { voucherOf } from './voucher-lists.ts';
import { mustBeOpen, voucherLabel, voucherStateMachine } from './voucher-states.ts';

type Written = z.output<typeof contract.addVoucher.input>;

/** Writes a voucher as a draft of the caller's own books. */
export async function addVoucher(call: Call<Written, Session>): Promise<VoucherDetail> {
  const { input, session, now } = call;
  const { tenantId } = session;
  return change(call, async (tx) => {
    await checkWritten(tx, { tenantId, now }, input);
    const [made] = await rowsOf<{ id: string }>(
      tx,
      sql`INSERT INTO vouchers (tenant_id, period, word, date, kind, attachment_count, maker_id, maker_name, created_at, created_by, updated_at, updated_by)
          VALUES (${tenantId}::uuid, ${periodOf(input.date)}, ${input.word}, ${input.date}::date, 'MANUAL', ${documentsOf(input)}::int,
            ${session.userId}::uuid, ${session.userName}, ${now}::timestamptz, ${session.userName}, ${now}::timestamptz, ${session.userName})
          RETURNING id`,
    );
    const id = made?.id as string;
    await noteMaker(tx, call, voucherApproval, { tenantId, subjectId: id });
    await writeLines(tx, tenantId, id, input);
    await claimAttachments(tx, session, { tenantId, type: 'voucher', id }, input.attachmentIds);
    const row = await voucherOf(tx, session, id);
    await logChange(tx, call, { tenantId, id, label: `${input.word} ${input.date}`, after: logged(row) });
    return row;
  });
}

/** Writes a draft anew. */
export async function editVoucher(
  call: Call<z.output<typeof contract.editVoucher.input>, Session>,
): Promise<VoucherDetail> {
  const { input, session, now } = call;
  return change(call, async (tx) => {
    const before = await lockDraft(tx, session, input);
    const { tenantId, id } = before;
    await checkWritten(tx, { tenantId, now }, input);
    const old = await voucherOf(tx, session, id);
    await noteMaker(tx, call, voucherApproval, { tenantId, subjectId: id });
    await tx.voucherLine.deleteMany({ where: { tenantId, voucherId: id } });
    await tx.voucher.update({
      where: { tenantId_id: { tenantId, id } },
      data: {
        period: periodOf(input.date),
        word: input.word,
        date: new Date(input.date),
        attachmentCount: documentsOf(input),
        ...nextVersion(session, now),
      },
    });
    await writeLines(tx, tenantId, id, input);
    await claimAttachments(tx, session, { tenantId, type: 'voucher', id }, input.attachmentIds);
    const row = await voucherOf(tx, session, id);
    await logChange(tx, call, {
      tenantId,
      id,
      label: voucherLabel(before),
      before: logged(old),
      after: logged(row),
    });
    return row;
  });
}

/** Takes a draft away. */
export async function deleteVoucher(
  call: Call<z.output<typeof contract.deleteVoucher.input>, Session>,
): Promise<null> {
  const { input, session } = call;
  return change(call, async (tx) => {
    const draft = await lockDraft(tx, session, input);
    const { tenantId, id } = draft;
    const row = await voucherOf(tx, session, id);
    await claimAttachments(tx, session, { tenantId, type: 'voucher', id }, []);
    await tx.voucher.delete({ where: { tenantId_id: { tenantId, id } } });
    await forgetMakers(tx, voucherApproval, { tenantId, subjectId: id });
    await logChange(tx, call, { tenantId, id, label: voucherLabel(draft), before: logged(row) });
    return null;
  });
}

/** The draft that somebody wrote, locked, in the version that the caller saw. */
async function lockDraft(
  tx: Transaction,
  session: Session,
  { id, version }: { id: string; version: number },
): Promise<Voucher> {
  const [row] = await voucherStateMachine.lock(tx, session, [id]);
  if (!row) throw recordMissing();
  if (row.kind !== 'MANUAL')
    throw new Refusal({ zh: '只有手工凭证可以修改或删除', en: 'Only a voucher written by hand is changed' });
  if (row.state !== 'DRAFT') throw voucherStateMachine.refusal(row.state, 'submitVoucher');
  if (row.version !== version) throw staleVersion();
  return row;
}

/** Throws 406 for lines that don't add up, and for days and accounts that take none. */
async function checkWritten(
  tx: Transaction,
  { tenantId, now }: { tenantId: string; now: Date },
  { date, lines }: Written,
): Promise<void> {
  const difference = lines.reduce((sum, line) => sum + amountsOf(line).debit - amountsOf(line).credit, 0);
  if (difference !== 0) {
    const yuan = yuanText(Math.abs(difference));
    throw new Refusal({
      zh: `借贷不平，差额 ${yuan} 元`,
      en: `Debits and credits differ by ¥${yuan}`,
    });
  }
  await openRunningMonth(tx, tenantId, now);
  await mustBeOpen(tx, tenantId, [periodOf(date)]);
  const accounts = await rowsOf<{ id: string; role: string | null; enabled: boolean; isLeaf: boolean }>(
    tx,
    sql`SELECT a.id, a.role, a.enabled, NOT EXISTS (SELECT FROM ledger_accounts b WHERE b.tenant_id = a.tenant_id AND b.parent_id = a.id) AS "isLeaf"
        FROM ledger_accounts a WHERE a.tenant_id = ${tenantId}::uuid AND a.id = ANY(${lines.map(({ accountId }) => accountId)}::uuid[])`,
  );
  const byId = new Map(accounts.map((account) => [account.id, account]));
  for (const [place, { accountId }] of lines.entries()) {
    const account = byId.get(accountId.toLowerCase());
    const path = `lines.${place}.accountId`;
    if (!account?.enabled || !account.isLeaf) {
      throw new FieldRefusal(path, {
        zh: '科目已停用或不是末级科目',
        en: 'The account is disabled, or has accounts below it',
      });
    }
    if (controlledRoles.some((role) => role === account.role)) throw controlled(path);
  }
}

function controlled(path: string): Refusal {
  return new FieldRefusal(path, {
    zh: '受控科目由业务自动入账，不能手工记账',
    en: 'The account follows from the business and takes no voucher by hand',
  });
}

async function writeLines(
  tx: Transaction,
  tenantId: string,
  voucherId: string,
  { date, lines }: Written,
): Promise<void> {
  await tx.voucherLine.createMany({
    data: lines.map((line, place) => ({
      tenantId,
      voucherId,
      date: new Date(date),
      lineNo: place + 1,
      summary: line.summary,
      accountId: line.accountId,
      ...amountsOf(line),
    })),
  });
}

/** Both sides of a line, in fen. */
function amountsOf(line: Written['lines'][number]): { debit: number; credit: number } {
  return 'debitAmount' in line
    ? { debit: line.debitAmount, credit: 0 }
    : { debit: 0, credit: line.creditAmount };
}

/** A file is a document, whatever number was written. */
function documentsOf({ attachmentIds, attachmentCount }: Written): number {
  return Math.max(attachmentIds.length, attachmentCount);
}

/** The month of a day. */
export function periodOf(day: string): string {
  return day.slice(0, 7);
}

function logged({ date, word, attachmentCount, attachments, lines }: VoucherDetail) {
  return {
    date,
    word,
    attachmentCount,
    attachmentIds: attachments.map(({ id }) => id),
    lines: lines.map(
      ({ summary, account, debitAmount, creditAmount }) =>
        `${summary} ${account.code} ${debitAmount ? `借 ${yuanText(debitAmount)}` : `贷 ${yuanText(creditAmount)}`}`,
    ),
  };
}
