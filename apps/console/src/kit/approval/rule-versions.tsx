import type { ApprovalDetail } from '@xyxlx/contracts/approval';
import { lazy, Suspense } from 'react';
import { useCan } from '../../lib/me.ts';

// Approvals of everything else are shown without it.
const RuleSentences = lazy(async () => ({ default: (await import('../rule-sentences.tsx')).RuleSentences }));

/** Of a version of a monitoring rule that waits, to whoever may see it: what it looks for, beside what the enabled one does. */
export function RuleVersions({ approval }: { approval: ApprovalDetail }) {
  const can = useCan();
  const { subjectType, subjectId, state } = approval;
  if (subjectType !== 'riskRule' || state !== 'PENDING' || !can('compliance.view')) return null;
  return (
    <Suspense>
      <RuleSentences ruleId={subjectId} />
    </Suspense>
  );
}
