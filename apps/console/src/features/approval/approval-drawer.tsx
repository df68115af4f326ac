import { skipToken, useQuery } from '@tanstack/react-query';
import type { ApprovalDetail } from '@xyxlx/contracts/approval';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ApprovalHistory } from '../../kit/approval-history.tsx';
import { ApprovalNotice } from '../../kit/approval-notice.tsx';
import { DetailDrawer } from '../../kit/detail-drawer.tsx';
import { Facts } from '../../kit/facts.tsx';
import { Money } from '../../kit/money.tsx';
import { api } from '../../lib/api.ts';
import { useLabel } from '../../lib/label.ts';
import { actorName } from '../../lib/stamp.ts';
import { ApprovalActions } from './approval-actions.tsx';
import { ApprovalStateTag } from './approval-state-tag.tsx';

/** One approval with its history, over the list. */
export function ApprovalDrawer({ id, onClose }: { id: string | null; onClose(): void }) {
  const { t } = useTranslation('approval');
  const record = useQuery(api.approval.getApproval.queryOptions(id ? { id } : skipToken));
  return (
    <DetailDrawer<ApprovalDetail>
      open={id !== null}
      record={record}
      title={t('detail.title')}
      titleOf={({ subjectLabel }) => subjectLabel}
      extra={({ state }) => <ApprovalStateTag state={state} />}
      footer={(approval) =>
        (approval.canDecide || approval.canWithdraw) && (
          <ApprovalActions key={approval.id} approval={approval} />
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
      <Facts
        items={[
          {
            key: 'subject',
            label: t('field.subject'),
            value: link ? <Link to={link}>{approval.subjectLabel}</Link> : approval.subjectLabel,
          },
          { key: 'type', label: t('field.type'), value: label(approval.subjectTypeLabel) },
          { key: 'amount', label: t('field.amount'), value: amount !== null && <Money fen={amount} /> },
          { key: 'maker', label: t('field.maker'), value: actorName(approval.maker.name) },
          { key: 'reason', label: t('field.reason'), value: approval.reason },
          { key: 'checker', label: t('field.checker'), value: approval.checker?.name },
          { key: 'decisionReason', label: t('field.decisionReason'), value: approval.decisionReason },
        ]}
      />
      <ApprovalHistory history={history} />
    </div>
  );
}
