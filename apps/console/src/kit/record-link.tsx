import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useMe } from '../lib/me.ts';
import { recordPage } from '../lib/record-address.ts';

interface RecordLinkProps {
  type: string;
  id: string | null | undefined;
  children: ReactNode;
}

/** What names another record, as the way to it; plain words for who can't open it there. */
export function RecordLink({ type, id, children }: RecordLinkProps) {
  const me = useMe();
  const to = id ? recordPage({ type, id }, me?.permissions ?? []) : null;
  if (to === null) return children;
  return (
    // In a list the row around would open as well.
    <Link to={to} onClick={(event) => event.stopPropagation()}>
      {children}
    </Link>
  );
}
