import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import type { RecordAction } from './record-action.ts';

interface AskedActionProps<Row> {
  record: Row;
  /** What may be done with it now. */
  offered: readonly RecordAction<Row>[];
  onAsk(action: RecordAction<Row>): void;
}

/** Asks about what the address says is to be done with the open record, once, where that may be done now. */
export function AskedAction<Row extends { id: string }>({ record, offered, onAsk }: AskedActionProps<Row>) {
  const [search, setSearch] = useSearchParams();
  const name = search.get('open') === record.id ? search.get('do') : null;
  const last = useRef<string | null>(null);
  useEffect(() => {
    // The address is changed in the next step: until then nothing is asked again.
    const isNew = name !== last.current;
    last.current = name;
    if (name === null || !isNew) return;
    const action = offered.find((one) => one.name === name && 'dialog' in one);
    if (action) onAsk(action);
    setSearch(
      (previous) => {
        const next = new URLSearchParams(previous);
        next.delete('do');
        return next;
      },
      { replace: true },
    );
  });
  return null;
}
