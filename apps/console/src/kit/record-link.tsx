import { Link } from 'react-router';
import { recordPage } from '../lib/record-address.ts';
import { readUser } from '../lib/storage.ts';

interface RecordLinkProps {
  type: string;
  id: string | null | undefined;
  name: string;
}

/** What names another record, as the way to it; plain words for who can't open it there. */
export function RecordLink({ type, id, name }: RecordLinkProps) {
  // A list has hundreds of them, too many to watch the user's profile each.
  const to = id ? recordPage({ type, id }, readUser()?.permissions ?? []) : null;
  if (to === null) return <span title={name}>{name}</span>;
  return (
    <Link to={to} title={name}>
      {name}
    </Link>
  );
}
