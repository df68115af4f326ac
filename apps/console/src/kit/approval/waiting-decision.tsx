import type { ApprovalDetail } from '@xyxlx/contracts/approval';
import { Flex } from 'antd';
import { ApprovalNotice } from './approval-notice.tsx';
import { DecisionLink } from './decision-link.tsx';

/** On a record's page: what of it waits for a decision, and the way to that. Nothing once it is decided. */
export function WaitingDecision({ approval }: { approval: ApprovalDetail | null | undefined }) {
  if (approval?.state !== 'PENDING') return null;
  return (
    <Flex vertical gap={8}>
      <ApprovalNotice approval={approval} />
      <div>
        <DecisionLink approval={approval} />
      </div>
    </Flex>
  );
}
