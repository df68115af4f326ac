import { useQuery } from '@tanstack/react-query';
import { cardPolicyFields } from '@xyxlx/contracts/card-policy';
import { Button, Flex, Skeleton } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApprovalNotice } from '../../kit/approval/approval-notice.tsx';
import { DecisionLink } from '../../kit/approval/decision-link.tsx';
import { Facts } from '../../kit/detail/facts.tsx';
import { api } from '../../lib/api.ts';
import { useLabel } from '../../lib/label.ts';
import { useCan } from '../../lib/me.ts';

const EditPolicy = lazy(async () => ({ default: (await import('./edit-policy.tsx')).EditPolicy }));

/** 卡政策: what all cards may hold, for how long, and how they are bought; another is handed in. */
export function PolicyPanel() {
  const { t } = useTranslation('card');
  const label = useLabel();
  const can = useCan();
  const [isEdited, setEdited] = useState(false);
  const { data } = useQuery(api.card.getPolicy.queryOptions({}));
  const approval = useQuery({
    ...api.approval.getApproval.queryOptions({ id: data?.approvalId ?? '' }),
    enabled: Boolean(data?.approvalId),
  }).data;
  if (!data) return <Skeleton active paragraph={{ rows: 6 }} />;
  const title = (field: keyof typeof cardPolicyFields) => label(cardPolicyFields[field]);
  return (
    <Flex component="section" vertical gap={16} aria-label={t('tab.policy')}>
      <Flex wrap gap={12} align="center" justify="space-between">
        <p style={{ margin: 0, color: 'var(--ink-soft)' }}>{t('policy.words')}</p>
        {can('card.product') && (
          <Button disabled={data.approvalId !== null} onClick={() => setEdited(true)}>
            {t('policy.edit')}
          </Button>
        )}
      </Flex>
      {approval && (
        <Flex vertical gap={8}>
          <ApprovalNotice approval={approval} />
          <div>
            <DecisionLink approval={approval} />
          </div>
        </Flex>
      )}
      <Facts
        record={data}
        facts={(cell) => [
          cell.amount('namedMax', title('namedMax'), (row) => row.namedMax),
          cell.amount('anonymousMax', title('anonymousMax'), (row) => row.anonymousMax),
          cell.count('anonymousMinMonths', title('anonymousMinMonths'), (row) => row.anonymousMinMonths),
          cell.text('namedExpires', title('namedExpires'), (row) => t(row.namedExpires ? 'yes' : 'no')),
          cell.text('anonymousLoss', title('anonymousLoss'), (row) => t(row.anonymousLoss ? 'yes' : 'no')),
          cell.count('redeemAfterMonths', title('redeemAfterMonths'), (row) => row.redeemAfterMonths),
          cell.amount('realNameFrom', title('realNameFrom'), (row) => row.realNameFrom),
          cell.amount('transferOnlyFrom', title('transferOnlyFrom'), (row) => row.transferOnlyFrom),
        ]}
      />
      <Suspense>{isEdited && <EditPolicy policy={data} onClose={() => setEdited(false)} />}</Suspense>
    </Flex>
  );
}
