import { skipToken, useQuery } from '@tanstack/react-query';
import { type ApprovalDetail, approvalStateWords } from '@xyxlx/contracts/approval';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { RecordActions } from '../../kit/actions/record-actions.tsx';
import { ApprovalChanges } from '../../kit/approval/approval-changes.tsx';
import { ApprovalHistory } from '../../kit/approval/approval-history.tsx';
import { ApprovalNotice } from '../../kit/approval/approval-notice.tsx';
import { RuleVersions } from '../../kit/approval/rule-versions.tsx';
import { VersionSimulation } from '../../kit/approval/version-simulation.tsx';
import { DetailDrawer } from '../../kit/detail/detail-drawer.tsx';
import { Facts } from '../../kit/detail/facts.tsx';
import { StateTag } from '../../kit/state-tag.tsx';
import { actorText } from '../../lib/actor-text.ts';
import { api } from '../../lib/api.ts';
import { useLabel } from '../../lib/label.ts';
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
  return (
    <div style={{ display: 'grid', gap: 20 }}>
      <ApprovalNotice approval={approval} />
      <ApprovalChanges approval={approval} />
      <RuleVersions approval={approval} />
      <VersionSimulation approval={approval} />
      <Facts
        record={approval}
        facts={(cell) => [
          cell.custom('subject', t('field.subject'), ({ link, subjectLabel }) =>
            link ? <Link to={link}>{subjectLabel}</Link> : subjectLabel,
          ),
          cell.text('type', t('field.type'), (row) => label(row.subjectTypeLabel)),
          cell.amount('amount', t('field.amount'), (row) => row.amount),
          cell.stamp(
            'submitted',
            t('field.submitted'),
            (row) => row.createdAt,
            (row) => actorText(row.maker),
          ),
          cell.text('reason', t('field.reason'), (row) => row.reason),
          cell.stamp(
            'decided',
            t('field.decided'),
            (row) => row.decidedAt,
            (row) => row.checker && actorText(row.checker),
          ),
          cell.text('decisionReason', t('field.decisionReason'), (row) => row.decisionReason),
        ]}
      />
      <ApprovalHistory history={approval.history} />
    </div>
  );
}
