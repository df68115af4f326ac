import { createHash } from 'node:crypto';
import {
  type creditLimit as contract,
  maxDaysAhead,
  maxIssueAmount,
  maxIssueRows,
} from '@xyxlx/contracts/issue';
import type { IssueBatch, Merchant } from '@xyxlx/database/client/client';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import { Refusal, recordMissing } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { rowOf, sql } from '../../platform/db/sql.ts';
import { change, inTransaction, type Transaction } from '../../platform/db/transaction.ts';
import type { IncomingFile } from '../../platform/http/files.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { nextNumber } from '../../platform/records/numbers.ts';
import { readAmountSheet } from '../../platform/table-files/amount-sheet.ts';
import { dayBefore, shanghaiDay } from '../../platform/time/shanghai.ts';
import { lockMerchant } from '../merchant/lock-merchant.ts';
import { issueSheet } from './issue-sheet.ts';
import { sheetJudge } from './judge-sheet.ts';
import { meantBy, refuseOthers } from './target.ts';

type Head = z.output<typeof contract.uploadIssue.input>;
type Added = z.output<typeof contract.addIssue.input>;
type Made = z.input<typeof contract.addIssue.output>;

/** Makes a batch for those that a target means, and starts its check. */
export async function addIssue(call: Call<Added, Session>): Promise<Made> {
  const { batchNo: _given, ...what } = call.input;
  const inputSha256 = sha256(JSON.stringify(what));
  return change(call, async (tx) => {
    const { target, amount } = call.input;
    const found = await openBatch(tx, call, { inputSha256, terms: { target, amount } });
    if (found.isMade) return found.made;
    const { tenantId, merchantId } = found.batch;
    await refuseOthers(tx, { tenantId, merchantId }, target);
    const { people } = await rowOf<{ people: number }>(
      tx,
      sql`SELECT count(*)::int AS people FROM employees e WHERE ${await meantBy(tx, { tenantId, merchantId }, target)}`,
    );
    const most =
      amount.by === 'SAME'
        ? amount.amount
        : Math.max(amount.otherwise, ...amount.grades.map((one) => one.amount));
    if (people * most > maxIssueAmount) throw tooMuch();
    return startCheck(tx, call, found.batch, people);
  });
}

/** Makes a batch of a file's rows, at most `most`, each judged as it is read, and starts the check that adds them up. */
export async function uploadIssue(
  call: Call<Head, Session>,
  file: IncomingFile,
  most = maxIssueRows,
): Promise<Made> {
  const { batchNo: _given, ...what } = call.input;
  const inputSha256 = sha256(JSON.stringify({ ...what, file: file.sha256 }));
  return inTransaction(
    call.deps.database,
    async (tx) => {
      const found = await openBatch(tx, call, { inputSha256, fileName: file.fileName.slice(0, 200) });
      if (found.isMade) return found.made;
      const total = await readAmountSheet(
        found.batch.tenantId,
        file,
        { sheet: issueSheet, most },
        sheetJudge(tx, found.batch),
      );
      return startCheck(tx, call, found.batch, total, file);
    },
    { timeout: 120_000 },
  );
}

type Opened = { isMade: true; made: Made } | { isMade: false; batch: IssueBatch };

/** A new batch, or the one that the same input made before under the same number. */
async function openBatch(
  tx: Transaction,
  { input, session, deps }: Call<Head, Session>,
  what: { inputSha256: string; fileName?: string; terms?: Pick<Added, 'target' | 'amount'> },
): Promise<Opened> {
  const { merchantId, institutionId = null, name, reason, lastDay = null } = input;
  const merchant = await lockMerchant(tx, session, merchantId);
  const { tenantId } = merchant;
  const batchNo = input.batchNo ?? (await nextNumber(tx, tenantId, 'PL'));
  const before = await tx.issueBatch.findUnique({ where: { tenantId_batchNo: { tenantId, batchNo } } });
  if (before) return { isMade: true, made: sameBatch(before, what.inputSha256) };
  const today = shanghaiDay(deps.clock.businessNow());
  const effectiveOn = input.effectiveOn ?? today;
  refuseDays(today, effectiveOn, lastDay);
  await refuseUnusable(tx, merchant, institutionId);
  const by = session.userName;
  const { count } = await tx.issueBatch.createMany({
    data: {
      ...{ tenantId, merchantId, institutionId, batchNo, name, reason, kind: 'MANUAL', state: 'CHECKING' },
      ...{ effectiveOn: new Date(effectiveOn), lastDay: lastDay === null ? null : new Date(lastDay) },
      ...what,
      ...{ createdBy: by, createdById: session.userId, updatedBy: by },
    },
    // Of two at once the second finds the first when it is there.
    skipDuplicates: true,
  });
  const batch = await tx.issueBatch.findUniqueOrThrow({ where: { tenantId_batchNo: { tenantId, batchNo } } });
  return count === 0 ? { isMade: true, made: sameBatch(batch, what.inputSha256) } : { isMade: false, batch };
}

function sameBatch({ id, jobId, inputSha256 }: IssueBatch, asked: string): Made {
  if (inputSha256 === asked && jobId) return { batchId: id, jobId };
  throw new Refusal({ zh: '批次号已用于另一内容', en: 'Another batch has this number' });
}

async function startCheck(
  tx: Transaction,
  call: Call<Head, Session>,
  { tenantId, id, batchNo, reason }: IssueBatch,
  total: number,
  file?: IncomingFile,
): Promise<Made> {
  const jobId = await call.deps.jobs.start(tx, call, {
    kind: 'issueCheck',
    payload: { tenantId, batchId: id },
    total,
    ...(file && { file: { name: file.fileName.slice(0, 200), sha256: file.sha256 } }),
  });
  await tx.issueBatch.update({ where: { tenantId_id: { tenantId, id } }, data: { jobId, total } });
  await logChange(tx, call, { tenantId, id, label: batchNo, after: { rows: total }, reason });
  return { batchId: id, jobId };
}

function refuseDays(today: string, effectiveOn: string, lastDay: string | null): void {
  if (effectiveOn < today || effectiveOn > dayBefore(today, -maxDaysAhead)) {
    throw new Refusal({
      zh: `生效日应在今天起 ${maxDaysAhead} 天内`,
      en: `It can be issued from today to ${maxDaysAhead} days on`,
    });
  }
  if (lastDay !== null && lastDay < effectiveOn) {
    throw new Refusal({ zh: '失效日早于生效日', en: 'It would end before it is issued' });
  }
}

/** Throws 406 where the merchant or the 制度 that is to be issued under does no business. */
export async function refuseUnusable(
  tx: Transaction,
  { tenantId, state }: Merchant,
  institutionId: string | null,
): Promise<void> {
  if (state !== 'ACTIVE') throw new Refusal({ zh: '商户不是正常状态', en: 'The merchant is not active' });
  if (institutionId === null) return;
  const institution = await tx.institution.findUnique({
    where: { tenantId_id: { tenantId, id: institutionId } },
  });
  if (!institution) throw recordMissing();
  if (institution.state !== 'ENABLED')
    throw new Refusal({ zh: '制度未启用', en: 'The policy is not enabled' });
}

function tooMuch(): Refusal {
  return new Refusal({ zh: '合计金额过大', en: 'It comes to too much' });
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
