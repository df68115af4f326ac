import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router';
import { PlainButton } from '../../kit/plain-button.tsx';
import { StatusPage } from '../../kit/status-page.tsx';
import { failureOf } from '../../lib/failure.ts';

/** Catches what a screen throws; its words are part of the first load, because the network may be what failed. */
export function RouteFault() {
  const { t } = useTranslation();
  const { text, wire } = failureOf(useRouteError());
  return (
    <StatusPage
      mark="!"
      title={t('fault.title')}
      actions={
        <PlainButton look="primary" onClick={() => window.location.reload()}>
          {t('fault.reload')}
        </PlainButton>
      }
    >
      <p>{wire ? text : t('fault.words')}</p>
      {wire?.requestId && <p className="figures">{t('fault.requestId', { id: wire.requestId })}</p>}
    </StatusPage>
  );
}
