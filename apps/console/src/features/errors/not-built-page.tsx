import { paths } from '@xyxlx/contracts/paths';
import { permissionLabel } from '@xyxlx/contracts/permissions';
import { useTranslation } from 'react-i18next';
import { useMatches } from 'react-router';
import { PlainLink } from '../../kit/plain-link.tsx';
import { StatusPage } from '../../kit/status-page.tsx';
import { useLabel } from '../../lib/label.ts';
import { screenOf } from '../../lib/screen.ts';

/** Stands in for a screen of the map that nobody has built yet, and says so. */
export function Component() {
  const { t } = useTranslation('errors');
  const label = useLabel();
  const screen = screenOf(useMatches().at(-1)?.handle);
  if (!screen) return null;
  return (
    <StatusPage
      mark="…"
      title={t('notBuilt.title', { screen: label(screen.title) })}
      actions={<PlainLink to={paths.layout}>{t('home')}</PlainLink>}
    >
      <p>{t('notBuilt.words')}</p>
      {screen.permission && (
        <p>{t('notBuilt.permission', { permission: label(permissionLabel(screen.permission)) })}</p>
      )}
    </StatusPage>
  );
}
