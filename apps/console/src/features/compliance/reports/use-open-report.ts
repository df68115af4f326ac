import { useSearchParams } from 'react-router';
import { recordId } from '../../../kit/filters/record-id.ts';

/** The report that lies over the desk, kept in the address: approvals lead to it. */
export function useOpenReport(): [id: string | null, open: (id: string | null) => void] {
  const [search, setSearch] = useSearchParams();

  function open(id: string | null): void {
    setSearch((previous) => {
      const next = new URLSearchParams(previous);
      if (id === null) next.delete('report');
      else next.set('report', id);
      return next;
    });
  }

  return [recordId.read(search.get('report') ?? '') ?? null, open];
}
