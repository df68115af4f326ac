import { useTranslation } from 'react-i18next';
import { Page } from '../../kit/page.tsx';
import { ConsumptionList } from './consumption-list.tsx';

/** Consumption records by merchant and store. */
export function Component() {
  const { t } = useTranslation('consumption');
  return (
    <Page title={t('store.title')} lead={t('store.lead')}>
      <ConsumptionList title={t('store.title')} />
    </Page>
  );
}
