import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { useStableCallback } from '../../lib/use-stable-callback.ts';
import { recordId } from '../filters/record-id.ts';

/**
 * The record whose detail lies over a list, kept in the address so that it survives a reload and can be sent as a link.
 * Where something new opens in the same place, `newOne` stands for it.
 */
export function useOpenRecord(newOne?: string): [id: string | null, open: (id: string | null) => void] {
  const [search, setSearch] = useSearchParams();
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);

  const open = useStableCallback((id: string | null) => {
    // Who went on before an answer came is not taken back by it.
    if (!isShown.current) return;
    setSearch((previous) => {
      const next = new URLSearchParams(previous);
      if (id === null) next.delete('open');
      else next.set('open', id);
      return next;
    });
  });

  const at = search.get('open') ?? '';
  return [at === newOne ? at : (recordId.read(at) ?? null), open];
}
