import { useQuery } from '@tanstack/react-query';
import { Flex } from 'antd';
import { api } from '../../lib/api.ts';
import { ApprovalNotice } from '../approval/approval-notice.tsx';
import { DecisionLink } from '../approval/decision-link.tsx';

/** What a confirmed import waits for, and the way to where that is decided or withdrawn. */
export function ImportApproval({ approvalId }: { approvalId: string }) {
  const { data } = useQuery(api.approval.getApproval.queryOptions({ id: approvalId }));
  if (!data) return null;
  return (
    <Flex vertical gap={8}>
      <ApprovalNotice approval={data} />
      <div>
        <DecisionLink approval={data} />
      </div>
    </Flex>
  );
}
