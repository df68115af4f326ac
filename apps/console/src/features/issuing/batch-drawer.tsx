import { issueBatchStateWords } from '@xyxlx/contracts/issue-kinds';
import { useTranslation } from 'react-i18next';
import { RecordActions } from '../../kit/actions/record-actions.tsx';
import { DecisionLink } from '../../kit/approval/decision-link.tsx';
import { useSubjectApproval } from '../../kit/approval/use-subject-approval.ts';
import { DetailDrawer } from '../../kit/detail/detail-drawer.tsx';
import { StateTag } from '../../kit/state-tag.tsx';
import { batchActions } from './batch-actions.tsx';
import { BatchReport } from './batch-report.tsx';
import { useBatch } from './use-batch.ts';

interface BatchDrawerProps {
  /** Null keeps it closed. */
  id: string | null;
  onClose(): void;
}

/** One batch: a draft at its check, afterwards what became of it. */
export function BatchDrawer({ id, onClose }: BatchDrawerProps) {
  const { t } = useTranslation(['issuing', 'kit']);
  const record = useBatch(id);
  const approvals = useApprovals(id ?? undefined);
  const approval = approvals.find(({ state }) => state === 'PENDING');
  return (
    <DetailDrawer
      open={id !== null}
      record={record}
      title={t('detail.title')}
      titleOf={({ name, batchNo }) => `${name} · ${batchNo}`}
      extra={({ state }) => <StateTag words={issueBatchStateWords[state]} />}
      footer={(batch) => (
        <>
          <DecisionLink approval={approval} />
          <RecordActions
            key={batch.id}
            record={batch}
            nameOf={({ batchNo }) => batchNo}
            actions={batchActions(t)}
          />
        </>
      )}
      size={960}
      onClose={onClose}
    >
      {(batch) => <BatchReport key={batch.id} batch={batch} approvals={approvals} />}
    </DetailDrawer>
  );
}

/** What was or has to be agreed to: issuing it, by hand or beyond what its plan has, and voiding it. */
function useApprovals(id: string | undefined) {
  const issue = useSubjectApproval('limitIssue', id);
  const voiding = useSubjectApproval('limitIssueVoid', id);
  const run = useSubjectApproval('planRun', id);
  return [issue, run, voiding].flatMap((approval) => approval ?? []);
}
