import type { LimitBatch } from '@xyxlx/contracts/bill-change';
import { useTranslation } from 'react-i18next';
import { RecordActions } from '../../../kit/actions/record-actions.tsx';
import { DecisionLink } from '../../../kit/approval/decision-link.tsx';
import { useSubjectApproval } from '../../../kit/approval/use-subject-approval.ts';
import { batchActions } from './batch-actions.tsx';
import { batchSubject } from './batch-subject.ts';

interface BatchFooterProps {
  batch: LimitBatch;
  /** Starts over with another file; left out where no merchant is chosen. */
  onRestart: (() => void) | undefined;
}

/** What can be done with a batch, by whoever looks; where it waits, the way to where it is decided. */
export function BatchFooter({ batch, onRestart }: BatchFooterProps) {
  const { t } = useTranslation(['employee', 'kit']);
  const approval = useSubjectApproval(batchSubject, batch.id);
  return (
    <>
      <DecisionLink approval={approval} />
      <RecordActions record={batch} nameOf={({ batchNo }) => batchNo} actions={batchActions(t, onRestart)} />
    </>
  );
}
