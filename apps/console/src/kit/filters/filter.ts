import type { ReactNode } from 'react';

/** How a filter's value is written in the address. */
export interface FilterCodec<Value> {
  /** What the address says, or undefined where that means nothing. */
  read(text: string): Value | undefined;
  write(value: Value): string;
}

/** One filter of a list: its place in the address, what it asks the wire for, its field and its words. */
export interface Filter<Wire extends object = object, Value = unknown> extends FilterCodec<Value> {
  /** Its parameter of the address. */
  name: string;
  label: string;
  /** The part of the wire's input that the value stands for. */
  wire(value: Value): Wire;
  /** A control that reads and changes the value with `useFilter(name)`; null for what only an address asks for: it is a chip. */
  field: ReactNode;
  /** The value in words, for the chip that shows it in force. */
  words(value: Value): ReactNode;
}

/** What is filtered by, under the names of the filters; an absent one does not filter. */
export type FilterValues = Readonly<Record<string, unknown>>;

/** The filters' part of the wire's input. */
export function wireOf<Wire extends object>(filters: readonly Filter<Wire>[], values: FilterValues): Wire {
  const given = filters.filter(({ name }) => values[name] !== undefined);
  return Object.assign({}, ...given.map((filter) => filter.wire(values[filter.name])));
}
