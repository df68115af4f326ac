import { useQuery } from '@tanstack/react-query';
import { type ApprovalDetail, approvalStateWords } from '@xyxlx/contracts/approval';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { RecordActions } from '../../../kit/actions/record-actions.tsx';
import { DeskView } from '../../../kit/desk/desk-view.tsx';
import type { DeskRecordProps } from '../../../kit/desk/list-desk.tsx';
import { LoadedRecord } from '../../../kit/desk/loaded-record.tsx';
import { KeyHint } from '../../../kit/key-hint.tsx';
import { StateTag } from '../../../kit/state-tag.tsx';
import { api } from '../../../lib/api.ts';
import { useLabel } from '../../../lib/label.ts';
import { amountText } from '../../../lib/money.ts';
import { approvalActions } from '../record/approval-actions.tsx';
import { ApprovalRecord, useMatter } from '../record/approval-record.tsx';

/** The open one of the queue with all that is to be known before it is decided. */
export function DeskRecord({ id, onDone }: DeskRecordProps) {
  const read = useQuery(api.approval.getApproval.queryOptions({ id }));
  return (
    <LoadedRecord read={read}>
      {(approval) => <Shown key={id} approval={approval} onDone={onDone} />}
    </LoadedRecord>
  );
}

function Shown({ approval, onDone }: { approval: ApprovalDetail; onDone(): void }) {
  const { t } = useTranslation('approval');
  const label = useLabel();
  const matter = useMatter(approval);
  const { subjectLabel, subjectTypeLabel, amount, state, link } = approval;
  return (
    <DeskView
      name={subjectLabel}
      lead={
        <>
          {label(subjectTypeLabel)}
          <StateTag words={approvalStateWords[state]} />
          {link && <Link to={link}>{t('matter.open')}</Link>}
        </>
      }
      sum={amount !== null && amountText(amount)}
      actions={
        <RecordActions<ApprovalDetail>
          record={approval}
          nameOf={() => subjectLabel}
          actions={approvalActions(t, {
            seen: matter.data?.seen,
            hints: { approve: <KeyHint name="A" />, reject: <KeyHint name="R" /> },
            onDone,
          })}
        />
      }
    >
      <ApprovalRecord approval={approval} />
    </DeskView>
  );
}
