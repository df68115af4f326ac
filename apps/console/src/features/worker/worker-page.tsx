import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FilePick } from '../../kit/file-pick.tsx';
import { PlainButton } from '../../kit/plain-button.tsx';
import { PlainPage } from '../../kit/plain-page.tsx';
import { countText } from '../../lib/money.ts';
import type { Findings } from './check-rows.ts';
import { ProblemTable } from './problem-table.tsx';
import { sampleSheet } from './sample-sheet.ts';
import { type SheetCheck, useSheetCheck } from './use-sheet-check.ts';
import styles from './worker-page.module.css';

const sampleRows = 100_000;

/** 后台计算: a large file is read and checked off the main thread, with progress, and can be stopped. */
export function Component() {
  const { t } = useTranslation('worker');
  const { check: outcome, start, cancel } = useSheetCheck();
  const [file, setFile] = useState<File | null>(null);
  const isWorking = outcome.state === 'working';

  function check(picked: File): void {
    setFile(picked);
    start(picked);
  }

  return (
    <PlainPage title={t('title')} lead={t('lead')}>
      <section className={styles.panel}>
        <FilePick
          label={t('file')}
          choose={t('choose')}
          accept=".csv,text/csv"
          file={file}
          disabled={isWorking}
          onPick={(picked) => picked && check(picked)}
        />
        <div className={styles.actions}>
          <PlainButton size="small" disabled={isWorking} onClick={() => check(sampleSheet(sampleRows))}>
            {t('sample', { rows: countText(sampleRows) })}
          </PlainButton>
          {isWorking && (
            <PlainButton size="small" onClick={cancel}>
              {t('cancel')}
            </PlainButton>
          )}
        </div>
        <p className={styles.columns}>{t('columns')}</p>
      </section>
      <Outcome check={outcome} />
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
            {t('progress.rows', { rows: countText(check.rows) })}
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
          rows: countText(rows),
          good: countText(rows - bad),
          bad: countText(bad),
          seconds: (ms / 1000).toFixed(1),
        })}
      </p>
      {problems.length > 0 && <ProblemTable problems={problems} />}
    </section>
  );
}
