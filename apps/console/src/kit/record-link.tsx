import { Link } from 'react-router';
import { useMe } from '../lib/me.ts';
import { recordPage } from '../lib/record-address.ts';

interface RecordLinkProps {
  type: string;
  id: string | null | undefined;
  name: string;
}

/** What names another record, as the way to it; plain words for who can't open it there. */
export function RecordLink({ type, id, name }: RecordLinkProps) {
  const me = useMe();
  const to = id ? recordPage({ type, id }, me?.permissions ?? []) : null;
  if (to === null) return <span title={name}>{name}</span>;
  return (
    <Link to={to} title={name}>
      {name}
    </Link>
  );
}
