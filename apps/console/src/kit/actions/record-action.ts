import type { QueryFilters } from '@tanstack/react-query';
import type { BulkActResult, BulkResult } from '@xyxlx/contracts/bulk';
import type { Permission } from '@xyxlx/contracts/permissions';
import type { ReactNode } from 'react';

/** What a call is sent with: the key that makes a second sending of the same request harmless. */
export interface CallContext {
  context: { idempotencyKey: string };
}

export interface Given {
  /** Empty where none is asked for, or an optional one was left out. */
  reason: string;
}

/** What a dialog over picked rows is given. */
export interface BulkDialogProps {
  ids: string[];
  nameOf(id: string): string;
  /** `isDone`: the rows are dealt with and need not stay picked. */
  onClose(isDone: boolean): void;
}

/** What is asked before something is done. */
interface Question<Row> {
  /** The name of the action and the record unless it is something else. */
  title?(row: Row): string;
  /** What will happen, in a sentence; of several records, to each. */
  words?: string | ((row: Row) => string);
  /** What the agreeing button says; the label unless it is something else. */
  agree?: string;
  /** Asks why: `needed` or, where it may be left out, what it is called. Without it the question is agreed to or not. */
  reason?: 'needed' | { optionalAs: string };
  /** What there is to know before: what it costs, and who will have to agree. */
  forecast?(row: Row): ReactNode;
}

interface Described<Row> {
  /** Its name at its endpoint, such as `approveMerchant`. */
  name: string;
  label: string | ((row: Row) => string);
  /** Without it the record itself says who may: `offered`. */
  permission?: Permission;
  /** Whether the record's state has it. */
  offered?(row: Row): boolean;
  /** Shown, but can't be pressed for now. */
  isDisabled?(row: Row): boolean;
  look?: 'primary' | 'danger';
  /** Beside the label, such as the key that presses its button. */
  hint?: ReactNode;
  /** Said after it worked: 操作成功 unless it is something else; null says nothing. */
  done?: string | null;
  /** What is read again afterwards. */
  affects?: readonly QueryFilters[];
}

/** Done to one record by an endpoint. */
interface OneAction<Row> extends Described<Row> {
  ask?: Question<Row>;
  one(row: Row, given: Given, call: CallContext): Promise<unknown>;
}

/** Done to one record or several by the same endpoint, answered row by row. */
interface ManyAction<Row> extends Described<Row> {
  ask?: Question<Row>;
  /** What the button over picked rows says, where it differs. */
  bulkLabel?: string;
  /** What the dialog over picked rows is called; the label unless it is something else. */
  bulkTitle?: string;
  /** What there is to know before, by the ids of the records. */
  forecastOf?(ids: readonly string[]): ReactNode;
  /** How many records the endpoint takes; more go part by part, and one sees how far it is. */
  atOnce?: number;
  many(ids: string[], given: Given, call: CallContext): Promise<BulkResult | BulkActResult>;
}

/** Done in a dialog of its own: over one record, or over several. */
interface DialogAction<Row> extends Described<Row> {
  bulkLabel?: string;
  dialog?(row: Row, onClose: () => void): ReactNode;
  bulkDialog?(props: BulkDialogProps): ReactNode;
}

/** Leads to something else, such as a form. */
interface PressAction<Row> extends Described<Row> {
  press(row: Row): void;
}

/** Something that can be done with a record; declared once for its drawer, its row and the bar over picked rows. */
export type RecordAction<Row> = OneAction<Row> | ManyAction<Row> | DialogAction<Row> | PressAction<Row>;

/** An action that a dialog asks about first, or that is done at once. */
export type CalledAction<Row> = OneAction<Row> | ManyAction<Row>;

/** Whether something can be done with several records at once. */
export function isForMany<Row>(action: RecordAction<Row>): boolean {
  return 'many' in action || ('bulkDialog' in action && action.bulkDialog !== undefined);
}
