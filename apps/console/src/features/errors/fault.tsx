import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { PlainButton } from '../../kit/plain-button.tsx';
import { StatusPage } from '../../kit/status-page.tsx';
import { failureOf } from '../../lib/failure.ts';
import { reportFault, requestIdOf } from '../../lib/fault-report.ts';

/** Something that broke, with what can be done; its words are part of the first load, because the network may be what failed. */
export function Fault({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const { text, wire } = failureOf(error);
  const requestId = requestIdOf(error);
  const report = useMutation({ mutationFn: reportFault });
  return (
    <StatusPage
      mark="!"
      title={t('fault.title')}
      actions={
        <>
          <PlainButton look="primary" onClick={() => window.location.reload()}>
            {t('fault.reload')}
          </PlainButton>
          {!report.isSuccess && (
            <PlainButton busy={report.isPending} onClick={() => report.mutate(error)}>
              {t('fault.report')}
            </PlainButton>
          )}
        </>
      }
    >
      <p>{wire ? text : t('fault.words')}</p>
      {requestId && <p className="figures">{t('fault.requestId', { id: requestId })}</p>}
      {report.isSuccess && (
        <p role="status" className="figures">
          {t('fault.reported', { ticket: report.data })}
        </p>
      )}
    </StatusPage>
  );
}
