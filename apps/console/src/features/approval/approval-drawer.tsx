import { skipToken, useQuery } from '@tanstack/react-query';
import { type ApprovalDetail, approvalStateWords } from '@xyxlx/contracts/approval';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { RecordActions } from '../../kit/actions/record-actions.tsx';
import { DetailDrawer } from '../../kit/detail/detail-drawer.tsx';
import { StateTag } from '../../kit/state-tag.tsx';
import { api } from '../../lib/api.ts';
import { useLabel } from '../../lib/label.ts';
import { amountText } from '../../lib/money.ts';
import { approvalActions } from './record/approval-actions.tsx';
import { ApprovalRecord, useMatter } from './record/approval-record.tsx';

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
        (approval.canDecide || approval.canWithdraw) && <Actions key={approval.id} approval={approval} />
      }
      onClose={onClose}
    >
      {(approval) => <Detail approval={approval} />}
    </DetailDrawer>
  );
}

function Actions({ approval }: { approval: ApprovalDetail }) {
  const { t } = useTranslation('approval');
  const matter = useMatter(approval);
  return (
    <RecordActions<ApprovalDetail>
      record={approval}
      nameOf={({ subjectLabel }) => subjectLabel}
      actions={approvalActions(t, { seen: matter.data?.seen })}
    />
  );
}

function Detail({ approval }: { approval: ApprovalDetail }) {
  const { t } = useTranslation('approval');
  const { link, amount } = approval;
  return (
    <div style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 20 }}>
      {(link || amount !== null) && (
        <p style={{ display: 'flex', gap: 16, alignItems: 'baseline', margin: 0 }}>
          {amount !== null && <strong className="figures">{amountText(amount)}</strong>}
          {link && <Link to={link}>{t('matter.open')}</Link>}
        </p>
      )}
      <ApprovalRecord approval={approval} />
    </div>
  );
}
