import { skipToken, useQuery } from '@tanstack/react-query';
import { type ApprovalDetail, approvalStateWords } from '@xyxlx/contracts/approval';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { RecordActions } from '../../kit/actions/record-actions.tsx';
import { ApprovalChanges } from '../../kit/approval/approval-changes.tsx';
import { ApprovalHistory } from '../../kit/approval/approval-history.tsx';
import { ApprovalNotice } from '../../kit/approval/approval-notice.tsx';
import { DetailDrawer } from '../../kit/detail/detail-drawer.tsx';
import { Facts } from '../../kit/detail/facts.tsx';
import { StateTag } from '../../kit/state-tag.tsx';
import { actorText } from '../../lib/actor-text.ts';
import { api } from '../../lib/api.ts';
import { useLabel } from '../../lib/label.ts';
import { amountText } from '../../lib/money.ts';
import { stampText } from '../../lib/stamp.ts';
import { approvalActions } from './approval-actions.ts';

/** One approval with its history, over the list. */
export function ApprovalDrawer({ id, onClose }: { id: string | null; onClose(): void }) {
  const { t } = useTranslation('approval');
  const label = useLabel();
  const record = useQuery(api.approval.getApproval.queryOptions(id ? { id } : skipToken));
  return (
    <DetailDrawer<ApprovalDetail>
      open={id !== null}
      record={record}
      title={t('detail.title')}
      titleOf={({ subjectTypeLabel, subjectLabel }) => `${label(subjectTypeLabel)} · ${subjectLabel}`}
      extra={({ state }) => <StateTag words={approvalStateWords[state]} />}
      footer={(approval) =>
        (approval.canDecide || approval.canWithdraw) && (
          <RecordActions<ApprovalDetail>
            key={approval.id}
            record={approval}
            nameOf={({ subjectLabel }) => subjectLabel}
            actions={approvalActions(t)}
          />
        )
      }
      onClose={onClose}
    >
      {(approval) => <Detail approval={approval} />}
    </DetailDrawer>
  );
}

function Detail({ approval }: { approval: ApprovalDetail }) {
  const { t } = useTranslation('approval');
  const label = useLabel();
  const { amount, link, history } = approval;
  return (
    <div style={{ display: 'grid', gap: 20 }}>
      <ApprovalNotice approval={approval} />
      <ApprovalChanges approval={approval} />
      <Facts
        items={[
          {
            key: 'subject',
            label: t('field.subject'),
            value: link ? <Link to={link}>{approval.subjectLabel}</Link> : approval.subjectLabel,
          },
          { key: 'type', label: t('field.type'), value: label(approval.subjectTypeLabel) },
          { key: 'amount', label: t('field.amount'), value: amount !== null && amountText(amount) },
          {
            key: 'submitted',
            label: t('field.submitted'),
            value: stampText(approval.createdAt, actorText(approval.maker)),
          },
          { key: 'reason', label: t('field.reason'), value: approval.reason },
          {
            key: 'decided',
            label: t('field.decided'),
            value: stampText(approval.decidedAt, approval.checker && actorText(approval.checker)),
          },
          { key: 'decisionReason', label: t('field.decisionReason'), value: approval.decisionReason },
        ]}
      />
      <ApprovalHistory history={history} />
    </div>
  );
}
