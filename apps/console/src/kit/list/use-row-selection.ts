import { functionalUpdate, type RowSelectionState, type Updater } from '@tanstack/react-table';
import { useState } from 'react';

/** The rows picked in a list, kept when the page is turned, with what to call each. */
export interface RowSelection {
  ids: string[];
  nameOf(id: string): string;
  clear(): void;
  /** Picks more by their ids, also of other pages, each with what to call it. */
  add(named: Iterable<readonly [id: string, name: string]>): void;
  /** As the table wants it. */
  state: RowSelectionState;
  change(next: Updater<RowSelectionState>): void;
}

/** Keeps the picked rows by id; a row that is no more on the page is still called what it was. */
export function useRowSelection<Row extends { id: string }>(
  rows: readonly Row[] | undefined,
  nameOf: (row: Row) => string,
): RowSelection {
  const [picked, setPicked] = useState<ReadonlyMap<string, string>>(new Map());
  const nameOfId = (id: string) => {
    const shown = rows?.find((row) => row.id === id);
    return picked.get(id) ?? (shown ? nameOf(shown) : '');
  };
  const ids = [...picked.keys()];
  const state: RowSelectionState = Object.fromEntries(ids.map((id) => [id, true as const]));
  return {
    ids,
    nameOf: nameOfId,
    clear: () => setPicked(new Map()),
    add: (named) => setPicked((before) => new Map([...before, ...named])),
    state,
    change(next) {
      const chosen = Object.keys(functionalUpdate(next, state));
      setPicked(new Map(chosen.map((id) => [id, nameOfId(id)])));
    },
  };
}
