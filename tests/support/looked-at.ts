import { approvalMatter } from '@xyxlx/contracts/approval-matter';
import type { Deps } from '../../apps/api/src/core/deps.ts';
import { matterOf } from '../../apps/api/src/platform/approval/matter.ts';
import type { ApprovalSubject } from '../../apps/api/src/platform/approval/subject.ts';

const { parts: partsOf } = approvalMatter.shape;

/** Whatever a test approves could have been looked at first: nothing is approved of which there is nothing to be seen. */
export function lookedAt(registry: Deps['registry']): Deps['registry'] {
  const approvals = [...registry.approvals].map(([type, subject]) => [type, looking(subject)] as const);
  return { ...registry, approvals: new Map(approvals) };
}

function looking(subject: ApprovalSubject): ApprovalSubject {
  return {
    ...subject,
    approve: async (tx, decision) => {
      const { parts } = await matterOf(tx, subject, decision.approval);
      if (partsOf.parse(parts).length === 0)
        throw new Error(`There is nothing to be seen of ${subject.type}.`);
      await subject.approve(tx, decision);
    },
  };
}
