import { endedJobStates, type Job } from '@xyxlx/contracts/job';
import { Drawer, Skeleton } from 'antd';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { UploadPath } from '../../lib/files.ts';
import { Failed } from '../failed.tsx';
import { useJob } from '../use-job.ts';
import { ImportFile } from './import-file.tsx';
import { ImportOutcome } from './import-outcome.tsx';
import { ImportReport } from './import-report.tsx';
import { ImportRun } from './import-run.tsx';
import { newImport, useOpenImport } from './use-open-import.ts';
import { WizardSteps } from './wizard-steps.tsx';

export interface ImportWizardProps {
  title: string;
  /** The upload of the contract that takes the file and answers a job. */
  path: UploadPath;
  /** What goes with the file. */
  fields?: Record<string, string>;
  /** Fetches an empty file with the right headings. */
  onTemplate(): Promise<unknown>;
  /** What the file may hold: limits, what happens to duplicates. One sentence each. */
  hints?: readonly ReactNode[];
  /** The largest file in MiB. */
  maxMb: number;
  /** Rows may have changed: read the list again. */
  onImported(): void;
  /** The address of the record that all rows became, where they become one. */
  addressOf?(id: string): string;
}

/** Imports a file in three steps: upload, dry run with a report row by row, import. Opened by `useOpenImport`. */
export function ImportWizard(props: ImportWizardProps) {
  const [at, go] = useOpenImport();
  return (
    <Drawer open={at !== null} onClose={() => go(null)} size={880} title={props.title} destroyOnHidden>
      {at === newImport && (
        <>
          <ImportSteps current={0} />
          <ImportFile {...props} onUploaded={go} />
        </>
      )}
      {at !== null && at !== newImport && (
        <ImportJob
          key={at}
          id={at}
          onImported={props.onImported}
          addressOf={props.addressOf}
          onRestart={() => go(newImport)}
          onClose={() => go(null)}
        />
      )}
    </Drawer>
  );
}

interface ImportJobProps extends Pick<ImportWizardProps, 'onImported' | 'addressOf'> {
  id: string;
  onRestart(): void;
  onClose(): void;
}

function ImportJob({ id, onImported, addressOf, onRestart, onClose }: ImportJobProps) {
  const { data: job, error, refetch } = useJob(id);
  const isEnded = job !== undefined && endedJobStates.includes(job.state);
  const tellImported = useEffectEvent(onImported);

  useEffect(() => {
    if (isEnded) tellImported();
  }, [isEnded]);

  if (error) {
    return <Failed error={error} onRetry={refetch} />;
  }
  if (!job) return <Skeleton active paragraph={{ rows: 6 }} />;
  return (
    <>
      <ImportSteps current={stepOf(job)} />
      {job.state === 'WAITING_CONFIRM' && <ImportReport job={job} onRestart={onRestart} />}
      {isEnded && <ImportOutcome job={job} addressOf={addressOf} onRestart={onRestart} onClose={onClose} />}
      {job.state !== 'WAITING_CONFIRM' && !isEnded && <ImportRun job={job} />}
    </>
  );
}

function ImportSteps({ current }: { current: number }) {
  const { t } = useTranslation('kit/import');
  return <WizardSteps titles={[t('step.file'), t('step.check'), t('step.run')]} current={current} />;
}

// A job that is queued with a report was confirmed already.
function stepOf({ state, report }: Job): number {
  if (state === 'CHECKING' || state === 'WAITING_CONFIRM' || (state === 'QUEUED' && !report)) return 1;
  return 2;
}
