import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { AddressTabs } from '../../kit/address-tabs.tsx';
import { Page } from '../../kit/page.tsx';
import { api } from '../../lib/api.ts';
import { countText } from '../../lib/money.ts';
import styles from './approval-list.module.css';
import { ApprovalList, approvalViews } from './approval-list.tsx';
import { ApprovalRules } from './approval-rules.tsx';
import { ApprovalDesk } from './desk/approval-desk.tsx';

const tabs = [...approvalViews, 'rules'] as const;
type Tab = (typeof tabs)[number];

/** Whatever somebody handed in and somebody else decides; the open tab is part of the address. */
export function Component() {
  const { t } = useTranslation('approval');
  const waiting = useQuery(
    api.approval.todoCount.queryOptions(undefined, { trpc: { context: { background: true } } }),
  );
  const count = waiting.data?.total ?? 0;

  function nameOf(tab: Tab): string {
    return tab === 'todo' && count > 0 ? `${t('tab.todo')} (${countText(count)})` : t(`tab.${tab}`);
  }

  return (
    <Page title={t('page.title')} lead={t('page.lead')}>
      <AddressTabs
        items={tabs.map((tab) => ({
          key: tab,
          label: nameOf(tab),
          children:
            tab === 'rules' ? (
              <ApprovalRules />
            ) : (
              <div className={styles.list}>
                {tab === 'todo' ? (
                  <ApprovalDesk kinds={waiting.data?.byType ?? []} />
                ) : (
                  <ApprovalList key={tab} view={tab} />
                )}
              </div>
            ),
        }))}
      />
    </Page>
  );
}
