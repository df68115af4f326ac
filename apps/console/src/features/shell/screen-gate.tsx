import { permissionLabel } from '@xyxlx/contracts/permissions';
import { useTranslation } from 'react-i18next';
import { Outlet, useMatches } from 'react-router';
import { StatusPage } from '../../kit/status-page.tsx';
import { useLabel } from '../../lib/label.ts';
import { useMe } from '../../lib/me.ts';
import { maySee, screenOf } from '../../lib/screen.ts';

/** Shows the screen, or which permission it takes. The server refuses the calls of a screen shown by mistake. */
export function ScreenGate() {
  const { t } = useTranslation('shell');
  const label = useLabel();
  const me = useMe();
  const screen = screenOf(useMatches().at(-1)?.handle);
  if (!me) return null;
  if (!screen?.permission || maySee(screen, me.permissions)) return <Outlet />;
  return (
    <StatusPage mark="406" title={t('noPermission.title', { screen: label(screen.title) })}>
      <p>{t('noPermission.needed', { permission: label(permissionLabel(screen.permission)) })}</p>
      <p>{t('noPermission.ask')}</p>
    </StatusPage>
  );
}
