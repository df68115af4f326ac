import { permissionLabel } from '@xyxlx/contracts/permissions';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusPage } from '../../kit/status-page.tsx';
import { useLabel } from '../../lib/label.ts';
import { useMe } from '../../lib/me.ts';
import { maySee, type Screen } from '../../lib/screen.ts';

/** Shows the screen, or which permission it takes. The server refuses the calls of a screen shown by mistake. */
export function ScreenGate({ screen, children }: { screen: Screen; children: ReactNode }) {
  const { t } = useTranslation('shell');
  const label = useLabel();
  const me = useMe();
  if (!me) return null;
  if (!screen.permission || maySee(screen, me.permissions)) return children;
  return (
    <StatusPage mark="406" title={t('noPermission.title', { screen: label(screen.title) })}>
      <p>{t('noPermission.needed', { permission: label(permissionLabel(screen.permission)) })}</p>
      <p>{t('noPermission.ask')}</p>
    </StatusPage>
  );
}
