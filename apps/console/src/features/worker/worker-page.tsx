import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { PlainButton } from '../../kit/plain-button.tsx';
import { PlainPage } from '../../kit/plain-page.tsx';
import type { Findings } from './check-rows.ts';
import { sampleSheet } from './sample-sheet.ts';
import { type SheetCheck, useSheetCheck } from './use-sheet-check.ts';
import styles from './worker-page.module.css';

const sampleRows = 100_000;

/** 后台计算: a large file is read and checked off the main thread, with progress, and can be stopped. */
export function Component() {
  const { t } = useTranslation('worker');
  const id = useId();
  const { check, start, cancel } = useSheetCheck();
  const isWorking = check.state === 'working';
  return (
    <PlainPage title={t('title')} lead={t('lead')}>
      <section className={styles.panel}>
        <div className={styles.pick}>
          <label htmlFor={id}>{t('file')}</label>
          <input
            id={id}
            type="file"
            accept=".csv,text/csv"
            disabled={isWorking}
            onChange={(event) => {
              const file = event.target.files?.[0];
              if (file) start(file);
              // The same file can be chosen again.
              event.target.value = '';
            }}
          />
          <span>{t('or')}</span>
          <PlainButton size="small" disabled={isWorking} onClick={() => start(sampleSheet(sampleRows))}>
            {t('sample', { rows: sampleRows.toLocaleString() })}
          </PlainButton>
          {isWorking && (
            <PlainButton size="small" onClick={cancel}>
              {t('cancel')}
            </PlainButton>
          )}
        </div>
        <p className={styles.columns}>{t('columns')}</p>
      </section>
      <Outcome check={check} />
    </PlainPage>
  );
}

function Outcome({ check }: { check: SheetCheck }) {
  const { t } = useTranslation('worker');
  switch (check.state) {
    case 'idle':
      return null;
    case 'working':
      return (
        <section className={styles.panel}>
          <progress value={check.share} max={1} aria-label={t('progress')} className={styles.progress} />
          <p role="status" className="figures">
            {t('progress.rows', { rows: (check.findings?.rows ?? 0).toLocaleString() })}
          </p>
        </section>
      );
    case 'cancelled':
    case 'unreadable':
      return (
        <p role="status" className={styles.panel}>
          {t(check.state)}
        </p>
      );
    case 'done':
      return <Report findings={check.findings} ms={check.ms} />;
  }
}

function Report({ findings, ms }: { findings: Findings; ms: number }) {
  const { t } = useTranslation('worker');
  const { rows, bad, problems } = findings;
  return (
    <section className={styles.panel} aria-label={t('report')}>
      <p role="status" className="figures">
        {t('done', {
          rows: rows.toLocaleString(),
          good: (rows - bad).toLocaleString(),
          bad: bad.toLocaleString(),
          seconds: (ms / 1000).toFixed(1),
        })}
      </p>
      {problems.length > 0 && (
        <table className={styles.problems}>
          <thead>
            <tr>
              <th scope="col">{t('problem.row')}</th>
              <th scope="col">{t('problem.column')}</th>
              <th scope="col">{t('problem.value')}</th>
              <th scope="col">{t('problem.reason')}</th>
            </tr>
          </thead>
          <tbody>
            {problems.map(({ row, column, value, reason }) => (
              <tr key={`${row}-${column}`}>
                <td className="figures">{row}</td>
                <td>{t(`column.${column}`)}</td>
                <td className="figures">{value}</td>
                <td>{t(`reason.${reason}`)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
