import { useSearchParams } from 'react-router';
import { recordId } from './record-id.ts';

/** The record whose detail lies over a list, kept in the address so that it survives a reload and can be sent as a link. */
export function useOpenRecord(): [id: string | null, open: (id: string | null) => void] {
  const [search, setSearch] = useSearchParams();

  function open(id: string | null): void {
    setSearch((previous) => {
      const next = new URLSearchParams(previous);
      if (id === null) next.delete('open');
      else next.set('open', id);
      return next;
    });
  }

  return [recordId.read(search.get('open') ?? '') ?? null, open];
}
