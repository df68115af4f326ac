import { useState } from 'react';
import type { Selection } from './table-selection.ts';

/** The rows picked in a list with what to call each, kept when the page is turned; `entryOf` answers a row's id and name. */
export function useNamedSelection<Row>(
  list: Row[] | undefined,
  entryOf: (row: Row) => [id: string, name: string],
) {
  const [picked, setPicked] = useState<ReadonlyMap<string, string>>(new Map());
  const shown = new Map(list?.map(entryOf));
  const nameOf = (id: string) => picked.get(id) ?? shown.get(id) ?? '';
  const selection: Selection = {
    keys: new Set(picked.keys()),
    onChange: (keys) => setPicked(new Map([...keys].map((id) => [id, nameOf(id)]))),
  };
  return { selection, nameOf, clear: () => setPicked(new Map()) };
}
