import { Flex } from 'antd';
import { useTranslation } from 'react-i18next';
import { AddressTabs } from '../../kit/address-tabs.tsx';
import { Page } from '../../kit/page.tsx';
import { BillList } from './bill-list.tsx';

/** 账单: a month each, of the limits of merchants' employees and of the funds of companies. */
export function Component() {
  const { t } = useTranslation('bill');
  return (
    <Page title={t('list.title')} lead={t('list.lead')}>
      <AddressTabs
        items={[
          { key: 'merchant', label: t('tab.MERCHANT'), children: panel('MERCHANT') },
          { key: 'company', label: t('tab.COMPANY'), children: panel('COMPANY') },
        ]}
      />
    </Page>
  );
}

function panel(kind: 'MERCHANT' | 'COMPANY') {
  return (
    <Flex vertical gap={16}>
      <BillList kind={kind} />
    </Flex>
  );
}
