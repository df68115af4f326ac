import { useQuery } from '@tanstack/react-query';
import { Alert, ConfigProvider, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { AddressTabs } from '../../kit/address-tabs.tsx';
import { Page } from '../../kit/page.tsx';
import { api } from '../../lib/api.ts';
import { Limits } from './limits.tsx';
import { MyCards } from './my-cards.tsx';
import styles from './own.module.css';
import { Payments } from './payments.tsx';

/** What an employee has: cards, limits and payments; made for a phone. */
export function Component() {
  const { t } = useTranslation('own');
  const { data: account } = useQuery(api.own.getAccount.queryOptions({}));
  const employee = account?.employee;
  return (
    // Large enough for a thumb: buttons and fields of 40 px, in dialogs too.
    <ConfigProvider componentSize="large">
      <Page
        title={t('page.title')}
        {...(employee && { lead: `${employee.name} · ${employee.employeeNo} · ${employee.merchant.name}` })}
      >
        {!account && <Skeleton active />}
        {account?.unlinked && (
          <Alert
            type="info"
            showIcon
            title={t(`unlinked.${account.unlinked}`)}
            description={t(`unlinked.${account.unlinked}.how`)}
          />
        )}
        {employee && (
          <div className={styles.tabs}>
            <AddressTabs
              items={[
                { key: 'cards', label: t('tab.cards'), children: <MyCards /> },
                { key: 'limits', label: t('tab.limits'), children: <Limits account={account} /> },
                { key: 'payments', label: t('tab.payments'), children: <Payments /> },
              ]}
            />
          </div>
        )}
      </Page>
    </ConfigProvider>
  );
}
