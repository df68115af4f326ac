import { useSearchParams } from 'react-router';

/** Where an import is: not open, at its file, or at the job that the upload started. Kept in the address, so a reload loses nothing. */
export function useOpenImport(): [at: string | null, go: (at: string | null) => void] {
  const [search, setSearch] = useSearchParams();

  function go(at: string | null): void {
    setSearch((previous) => {
      const next = new URLSearchParams(previous);
      if (at === null) next.delete('import');
      else next.set('import', at);
      return next;
    });
  }

  return [search.get('import'), go];
}

/** The import that has no file yet. */
export const newImport = 'new';
