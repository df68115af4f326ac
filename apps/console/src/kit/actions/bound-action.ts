import type { QueryFilters } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { CallContext, CalledAction, Given, RecordAction } from './record-action.ts';

/** An action of one record: its words and what it does. */
export interface BoundAction {
  title: string;
  words: string | undefined;
  okText: string;
  isDangerous: boolean;
  /** The reason may be left out, and goes by this name. */
  optionalAs: string | undefined;
  forecast: ReactNode;
  done: string | null | undefined;
  affects: readonly QueryFilters[];
  run(given: Given, call: CallContext): Promise<unknown>;
}

/** What an action says and does of this record; `name` is what the record is called. */
export function boundAction<Row extends { id: string }>(
  action: CalledAction<Row>,
  record: Row,
  name: string,
): BoundAction {
  const { ask = {}, look, done, affects = [] } = action;
  const label = labelOf(action, record);
  return {
    title: ask.title?.(record) ?? `${label} · ${name}`,
    words: typeof ask.words === 'function' ? ask.words(record) : ask.words,
    okText: ask.agree ?? label,
    isDangerous: look === 'danger',
    optionalAs: typeof ask.reason === 'object' ? ask.reason.optionalAs : undefined,
    forecast: 'many' in action ? action.forecastOf?.([record.id]) : ask.forecast?.(record),
    done,
    affects,
    run: (given, call) =>
      'many' in action ? action.many([record.id], given, call) : action.one(record, given, call),
  };
}

/** What the button of an action says. */
export function labelOf<Row>({ label }: Pick<RecordAction<Row>, 'label'>, record: Row): string {
  return typeof label === 'string' ? label : label(record);
}
