import { paths } from '@xyxlx/contracts/paths';
import { useTranslation } from 'react-i18next';
import { PlainLink } from '../../kit/plain-link.tsx';
import { StatusPage } from '../../kit/status-page.tsx';

/** The page to send somebody to after a fault of the server. */
export function Component() {
  const { t } = useTranslation('errors');
  return (
    <StatusPage
      mark="500"
      title={t('fault.title')}
      actions={
        <PlainLink look="primary" to={paths.layout}>
          {t('home')}
        </PlainLink>
      }
    >
      <p>{t('fault.words')}</p>
    </StatusPage>
  );
}
