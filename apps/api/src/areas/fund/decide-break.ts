import type { BreakRow, reconciliation as contract } from '@xyxlx/contracts/reconciliation';
import { allows } from '@xyxlx/contracts/transitions';
import type { ReconciliationBreak, StatementLine } from '@xyxlx/database/client/client';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import type { Caller } from '../../core/caller.ts';
import { Refusal, recordMissing, staleVersion } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { rowsOf, sql } from '../../platform/db/sql.ts';
import { change, type Transaction } from '../../platform/db/transaction.ts';
import { post } from '../../platform/ledger/post.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { writeState } from '../../platform/records/change-state.ts';
import { lockVisibleRows } from '../../platform/records/lock-visible.ts';
import { byId } from '../../platform/records/scope.ts';
import { breakStates } from './break-states.ts';
import { lineStates } from './claim-states.ts';
import { dayOf, differenceNow } from './compare.sql.ts';
import { visibleLines } from './line.sql.ts';
import { breakPostings } from './postings.ts';
import { lockPlatformAccounts, settleStates } from './reconcile.ts';
import { breakOf } from './reconciliation-lists.ts';

/** Matches a break with the line that makes up for it: both are decided, and their lines matched. */
export function matchBreak(
  call: Call<z.output<typeof contract.matchBreak.input>, Session>,
): Promise<BreakRow> {
  const { input, session } = call;
  const { lineId, reason } = input;
  return change(call, async (tx) => {
    const found = await lockBreak(tx, session, input, 'matchBreak');
    const { tenantId, accountId } = found;
    const other =
      lineId &&
      (await tx.reconciliationBreak.findFirst({
        where: { tenantId, accountId, lineId, state: { in: ['OPEN', 'SUSPENDED'] } },
      }));
    if (!other || other.id === found.id || other.difference !== -found.difference) throw nothingMakesUp();
    await refuseOutdated(tx, other);
    await writeState(tx, call, breakStates, 'matchBreak', [found], {
      columns: { reason, matchedId: other.id },
    });
    await writeState(tx, call, breakStates, 'matchBreak', [other], {
      columns: { reason, matchedId: found.id },
    });
    await post(tx, breakPostings, [found, other]);
    for (const one of [found, other]) await matchLine(tx, call, await lineOfBreak(tx, one));
    await settleStates(tx, tenantId, [dayOf(found), dayOf(other)]);
    return decidedAs(tx, call, found, { state: 'MATCHED', matchedReference: other.reference }, reason);
  });
}

/** Leaves a break as it is until it is known what it is. */
export function suspendBreak(
  call: Call<z.output<typeof contract.suspendBreak.input>, Session>,
): Promise<BreakRow> {
  const { input, session } = call;
  const { reason } = input;
  return change(call, async (tx) => {
    const found = await lockBreak(tx, session, input, 'suspendBreak');
    await writeState(tx, call, breakStates, 'suspendBreak', [found], { columns: { reason } });
    return decidedAs(tx, call, found, { state: 'SUSPENDED' }, reason);
  });
}

/** A break that the caller may see, its account locked against who reconciles; throws 406 where its state, or what is booked by now, does not let the action be done. */
export async function lockBreak(
  tx: Transaction,
  session: Session,
  { id, version }: { id: string; version: number },
  action: 'matchBreak' | 'suspendBreak' | 'adjustBreak',
): Promise<ReconciliationBreak> {
  const [key] = await rowsOf<{ tenantId: string; accountId: string }>(
    tx,
    sql`SELECT c.tenant_id AS "tenantId", c.account_id AS "accountId" FROM reconciliation_breaks c
        WHERE ${byId(session, 'c', id)} AND ${visibleLines(session, 'c')}`,
  );
  if (!key) throw recordMissing();
  await lockPlatformAccounts(tx, key.tenantId, [key.accountId]);
  const [locked] = await lockVisibleRows(tx, session, 'reconciliation_breaks', [id], visibleLines);
  if (!locked) throw recordMissing();
  const found = await tx.reconciliationBreak.findUniqueOrThrow({ where: { tenantId_id: locked } });
  if (!allows(breakStates.table, action, found.state)) throw handledAlready();
  if (found.version !== version) throw staleVersion();
  await refuseOutdated(tx, found);
  return found;
}

/** Throws 406 where books and statement have come to say something else of it since it was found: it would be made up for twice. The caller has locked its account. */
export async function refuseOutdated(tx: Transaction, found: ReconciliationBreak): Promise<void> {
  const difference = await differenceNow(tx, found);
  if (difference === 0) throw handledAlready();
  if (difference !== Number(found.difference)) throw changedSince();
}

/** The line of a break; null where only the books know of it. */
export async function lineOfBreak(
  tx: Transaction,
  { tenantId, lineId }: ReconciliationBreak,
): Promise<StatementLine | null> {
  if (!lineId) return null;
  return tx.statementLine.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id: lineId } } });
}

/** Marks a line that is explained as matched; throws 406 while somebody claims it. */
async function matchLine(tx: Transaction, call: Caller, line: StatementLine | null): Promise<void> {
  if (!line || line.state === 'MATCHED') return;
  await holdLine(tx, call, line);
  await writeState(tx, call, lineStates, 'reconcile', [line]);
}

/** Takes what came in from who might claim it; throws 406 where somebody does. */
export async function holdLine(tx: Transaction, call: Caller, line: StatementLine | null): Promise<void> {
  if (line?.state === 'CLAIMED') throw claimed();
  if (line?.state === 'UNCLAIMED') await writeState(tx, call, lineStates, 'holdForBreak', [line]);
}

/** Logs what was decided, and answers the break as it is now. */
export async function decidedAs(
  tx: Transaction,
  call: Call<unknown, Session>,
  { tenantId, id, reference, state }: ReconciliationBreak,
  after: { state: string; matchedReference?: string; differenceAmount?: number },
  reason: string,
): Promise<BreakRow> {
  await logChange(tx, call, { tenantId, id, label: reference, before: { state }, after, reason });
  return breakOf(tx, call.session, id);
}

function handledAlready(): Refusal {
  return new Refusal({ zh: '差异已处理', en: 'The break has been dealt with' });
}

function changedSince(): Refusal {
  return new Refusal({
    zh: '差异金额已变化，请先重新对账',
    en: 'The break comes to another amount by now: reconcile its day first',
  });
}

function nothingMakesUp(): Refusal {
  return new Refusal({
    zh: '没有可抵平的流水，请选择同一账户、金额相抵的待处理流水',
    en: 'Nothing makes up for it: choose an open line of the account, of the same amount the other way',
  });
}

function claimed(): Refusal {
  return new Refusal({
    zh: '该流水正在认领，请先撤回或等待审核',
    en: 'The line is being claimed: wait for that, or have it withdrawn',
  });
}
