import { useTranslation } from 'react-i18next';
import { Page } from '../../kit/page.tsx';
import { OperationLogList } from './operation-log-list.tsx';

/** The slice of the operation log that concerns payment cards and limits. */
export function Component() {
  const { t } = useTranslation('operation-log');
  return (
    <Page title={t('card.title')} lead={t('card.lead')}>
      <OperationLogList title={t('card.title')} domain="card" />
    </Page>
  );
}
