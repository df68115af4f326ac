import { RecordLink } from './record-link.tsx';

interface SourceLinkProps {
  of: { sourceNo: string; source: { type: string; id: string } | null };
}

/** The number of what moved something, as the way to it where that is told. */
export function SourceLink({ of: { sourceNo, source } }: SourceLinkProps) {
  return <RecordLink type={source?.type ?? ''} id={source?.id} name={sourceNo} />;
}
