import { useTranslation } from 'react-i18next';
import { AddressTabs } from '../../kit/address-tabs.tsx';
import { Page } from '../../kit/page.tsx';
import { CardList } from './card-list.tsx';
import { PolicyPanel } from './policy-panel.tsx';
import { ProductList } from './product-list.tsx';

/** 支付卡: the cards, what they are sold as, and what holds for all of them. */
export function Component() {
  const { t } = useTranslation('card');
  return (
    <Page title={t('page.title')} lead={t('page.lead')}>
      <AddressTabs
        items={[
          { key: 'cards', label: t('tab.cards'), children: <CardList /> },
          { key: 'products', label: t('tab.products'), children: <ProductList /> },
          { key: 'policy', label: t('tab.policy'), children: <PolicyPanel /> },
        ]}
      />
    </Page>
  );
}
