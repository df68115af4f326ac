import type { ApprovalDetail } from '@xyxlx/contracts/approval';
import { lazy, Suspense } from 'react';
import { useCan } from '../../lib/me.ts';

// Approvals of everything else are shown without it.
const NewestSimulation = lazy(async () => ({
  default: (await import('../newest-simulation.tsx')).NewestSimulation,
}));

/** Of a version of a 制度 that waits, to whoever may see it: what the newest simulation of it came to. */
export function VersionSimulation({ approval }: { approval: ApprovalDetail }) {
  const can = useCan();
  const { subjectType, subjectId, state } = approval;
  if (subjectType !== 'institutionVersion' || state !== 'PENDING' || !can('rule.view')) return null;
  return (
    <Suspense>
      <NewestSimulation institutionId={subjectId} />
    </Suspense>
  );
}
