import { paths } from '@xyxlx/contracts/paths';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { PlainButton } from '../../kit/plain-button.tsx';
import { PlainLink } from '../../kit/plain-link.tsx';
import { StatusPage } from '../../kit/status-page.tsx';

/** What any unknown path shows. */
export function Component() {
  const { t } = useTranslation('errors');
  const navigate = useNavigate();
  return (
    <StatusPage
      mark="404"
      title={t('notFound.title')}
      actions={
        <>
          <PlainLink look="primary" to={paths.layout}>
            {t('home')}
          </PlainLink>
          <PlainButton onClick={() => navigate(-1)}>{t('back')}</PlainButton>
        </>
      }
    >
      <p>{t('notFound.words')}</p>
    </StatusPage>
  );
}
