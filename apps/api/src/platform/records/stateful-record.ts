import type { Transitions } from '@xyxlx/contracts/transitions';
import { allows } from '@xyxlx/contracts/transitions';
import type { Caller } from '../../core/caller.ts';
import type { Refusal } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import type { Transaction } from '../db/transaction.ts';

/** A row of a table of records with states. */
export interface Stateful<State extends string> {
  id: string;
  tenantId: string;
  state: State;
}

/** The rows that a change of state is for, as long as their states still allow it. */
interface WhereAllowed<State extends string> {
  tenantId: { in: string[] };
  id: { in: string[] };
  state: { in: State[] };
  version?: number;
}

/** What every change of state writes. */
interface StateWrite<State extends string> {
  state: State;
  version: { increment: number };
  updatedAt: Date;
  updatedBy: string;
}

/** What a caller gave with an action. */
export interface Given {
  reason?: string | null;
}

/**
 * A record whose states are declared in the contract, as the service keeps it. `Columns` are what an action writes beside the
 * state.
 */
export interface StatefulRecord<
  State extends string,
  Action extends string,
  Row extends Stateful<State>,
  Automatic extends string = string,
  Columns extends object = object,
> {
  table: Transitions<State, Action, Automatic>;
  /** Its type in the operation log, and its name there. */
  type: string;
  label(row: Row): string;
  /** Locks those that the caller may see. */
  lock(tx: Transaction, session: Session, ids: readonly string[]): Promise<Row[]>;
  update(
    tx: Transaction,
    where: WhereAllowed<State>,
    data: Columns & StateWrite<State>,
  ): PromiseLike<{ count: number }>;
  /** What is said where the state does not let the action be done. */
  refusal(state: State, action: Action): Refusal;
  /** Throws what refuses an action besides the state. */
  guards?: { [A in Action]?: (tx: Transaction, row: Row, by: Caller) => void | Promise<void> };
  /** The same of many records at once: reads what it must know of them, and returns what throws for one. */
  guardEach?: { [A in Action]?: (tx: Transaction, rows: readonly Row[]) => Promise<(row: Row) => void> };
  /** What happens together with an action; returns what it writes. */
  effects?: {
    [A in Action]?: (
      tx: Transaction,
      by: Caller,
      rows: readonly Row[],
      given: Given,
    ) => Columns | Promise<Columns>;
  };
}

/** The service's side of a contract's table. */
export type RecordOf<Table, Row, Columns extends object> =
  Table extends Transitions<infer State, infer Action, infer Automatic>
    ? StatefulRecord<State, Action, Row & Stateful<State>, Automatic, Columns>
    : never;

/** Throws 406 when the row's state does not let the action be done. */
export function mustAllow<State extends string, Action extends string>(
  { table, refusal }: { table: Transitions<State, Action>; refusal(state: State, action: Action): Refusal },
  action: NoInfer<Action>,
  { state }: { state: NoInfer<State> },
): void {
  if (!allows(table, action, state)) throw refusal(state, action);
}
