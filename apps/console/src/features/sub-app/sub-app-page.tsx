import { useQuery } from '@tanstack/react-query';
import { paths } from '@xyxlx/contracts/paths';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { PlainLink } from '../../kit/plain-link.tsx';
import { StatusPage } from '../../kit/status-page.tsx';
import { api } from '../../lib/api.ts';
import { EmbeddedFrame } from './embedded-frame.tsx';

/** A sub-application of the registry inside the console. */
export function Component() {
  const { t } = useTranslation(['sub-app', 'errors']);
  const { code } = useParams();
  const { data } = useQuery(api.subApp.querySubApp.queryOptions());
  const app = data?.list.find((known) => known.code === code);
  if (app) return <EmbeddedFrame key={app.code} app={app} />;
  if (!data) return null;
  return (
    <StatusPage
      mark="404"
      title={t('missing.title')}
      actions={<PlainLink to={paths.layout}>{t('errors:home')}</PlainLink>}
    >
      <p>{t('missing.words')}</p>
    </StatusPage>
  );
}
