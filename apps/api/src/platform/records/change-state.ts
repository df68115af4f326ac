import type { BulkResult } from '@xyxlx/contracts/bulk';
import type { Prisma } from '@xyxlx/database/client/client';
import type { Call } from '../../core/call.ts';
import type { Caller } from '../../core/caller.ts';
import { recordMissing, staleVersion } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { change, type Transaction } from '../db/transaction.ts';
import { logChanges } from '../operation-log/operation-log.ts';
import { assessEach } from './bulk.ts';
import { keysOf } from './lock-visible.ts';
import { nextVersion } from './next-version.ts';
import { type Given, mustAllow, type Stateful, type StatefulRecord } from './stateful-record.ts';

/** Moves the called records along, each that its state lets; the others are refused one by one. */
export function changeEach<S extends string, A extends string, R extends Stateful<S>>(
  call: Call<Given & { ids: readonly string[] }, Session>,
  record: StatefulRecord<S, A, R>,
  action: NoInfer<A>,
): Promise<BulkResult> {
  const { input, session, request } = call;
  const { ids, ...given } = input;
  return change(call, async (tx) => {
    const rows = await record.lock(tx, session, ids);
    const guard = await record.guardEach?.[action]?.(tx, rows);
    const { kept, result } = assessEach({ ids, language: request.language }, rows, (row) => {
      mustAllow(record, action, row);
      guard?.(row);
    });
    await perform(tx, call, record, action, kept, given);
    return result;
  });
}

/** Moves one record along in the version that the caller saw, or as it is (null); throws 406 where its state or its guard says no. */
export async function changeOne<
  S extends string,
  A extends string,
  R extends Stateful<S> & { version: number },
>(
  tx: Transaction,
  by: Caller,
  record: StatefulRecord<S, A, R>,
  action: NoInfer<A>,
  { id, version, ...given }: Given & { id: string; version: number | null },
): Promise<R> {
  const [row] = await record.lock(tx, by.session, [id]);
  if (!row) throw recordMissing();
  mustAllow(record, action, row);
  if (version !== null && row.version !== version) throw staleVersion();
  await record.guards?.[action]?.(tx, row, by);
  await perform(tx, by, record, action, [row], given);
  return row;
}

/** Does what goes with the action, writes the state and the log; of locked rows whose states allow it. */
async function perform<S extends string, A extends string, R extends Stateful<S>>(
  tx: Transaction,
  by: Caller,
  record: StatefulRecord<S, A, R>,
  action: A,
  rows: readonly R[],
  given: Given,
): Promise<void> {
  const columns = await record.effects?.[action]?.(tx, by, rows, given);
  await writeState(tx, by, record, action, rows, columns ? { columns } : {});
  await logStates(tx, by, record, action, rows, given);
}

/** How a state is written, where it is not the one way that the table has. */
interface Write<S extends string, C> {
  /** Which of the states that the action may lead to. */
  to?: S;
  columns?: C;
  /** The version that the caller saw, of a row that is not locked. */
  version?: number | null;
}

/** The guarded statement alone: it writes only rows whose states the action may begin in, all of them or none (406). */
export async function writeState<S extends string, A extends string, M extends string, C extends object>(
  tx: Transaction,
  { session, now }: { session: Pick<Caller['session'], 'userName'>; now: Date },
  record: Pick<StatefulRecord<S, A, Stateful<S>, M, C>, 'table' | 'update'>,
  action: NoInfer<A | M>,
  rows: readonly { id: string; tenantId: string }[],
  { to, columns, version }: Write<NoInfer<S>, C> = {},
): Promise<void> {
  const { actions, automatic } = record.table;
  const { from, to: targets } = { ...actions, ...automatic }[action];
  const where = {
    ...keysOf(rows),
    state: { in: [...from] },
    ...(version && { version }),
  };
  const data = { ...(columns as C), state: to ?? targets[0], ...nextVersion(session, now) };
  const { count } = await record.update(tx, where, data);
  if (count !== rows.length) throw staleVersion();
}

/** The log rows of changed states. */
export async function logStates<S extends string, A extends string, R extends Stateful<S>>(
  tx: Transaction,
  by: Caller,
  { table, type, label }: StatefulRecord<S, A, R>,
  action: NoInfer<A>,
  rows: readonly R[],
  { reason, after = () => ({}) }: Given & { after?: (row: R) => Prisma.InputJsonObject } = {},
): Promise<void> {
  const changes = rows.map((row) => ({
    tenantId: row.tenantId,
    id: row.id,
    label: label(row),
    before: { state: row.state },
    after: { state: table.actions[action].to[0], ...after(row) },
    reason,
  }));
  await logChanges(tx, { ...by, operation: { module: table.area, action, target: type } }, changes);
}
