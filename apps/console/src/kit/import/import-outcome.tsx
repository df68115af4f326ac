import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Job } from '@xyxlx/contracts/job';
import { Alert, Button, Flex } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { api } from '../../lib/api.ts';
import { useLabel } from '../../lib/label.ts';
import { countText } from '../../lib/money.ts';
import { confirm } from '../confirm.ts';
import { SubList } from '../list/sub-list.tsx';
import { CheckAgain } from './check-again.tsx';
import { FailedRowsButton } from './failed-rows-button.tsx';
import { importColumns } from './import-columns.tsx';
import styles from './import-wizard.module.css';
import type { ImportWizardProps } from './import-wizard.tsx';
import { useMendedRows } from './use-mended-rows.ts';

interface ImportOutcomeProps extends Pick<ImportWizardProps, 'addressOf'> {
  job: Job;
  onRestart(): void;
  onClose(): void;
}

/** How an import ended. */
export function ImportOutcome({ job, addressOf, onRestart, onClose }: ImportOutcomeProps) {
  const { t } = useTranslation('kit/import');
  const label = useLabel();
  // The rows with problems count as failed once the import ran.
  const left = Math.max(job.failed, job.report?.bad ?? 0);
  const made = job.report?.made;
  const mended = useMendedRows(job);
  const queryClient = useQueryClient();
  const undo = useMutation(
    api.job.undoImport.mutationOptions({
      onSuccess: (next) => queryClient.setQueryData(api.job.getJob.queryKey({ id: job.id }), next),
    }),
  );
  async function takeBack(): Promise<void> {
    const agreed = await confirm({
      title: t('undo'),
      content: t('undo.words', { total: countText(job.done) }),
      okText: t('undo'),
      isDangerous: true,
    });
    if (agreed) undo.mutate({ id: job.id });
  }
  return (
    <Flex vertical gap={16}>
      <Alert {...alertOf()} showIcon />
      {made && addressOf && <Link to={addressOf(made.id)}>{t('made', { name: made.label })}</Link>}
      {job.report && job.report.good === 0 && job.report.bad > 0 && (
        <SubList
          name="importRow"
          label={t('report')}
          query={api.job.queryImportRow}
          asked={{ id: job.id, only: 'bad' }}
          sortFields={['row']}
          rowId={({ row }) => String(row)}
          columns={() => importColumns(t, label, job, mended)}
        />
      )}
      {left > 0 && (
        <p className={styles.hint}>{job.canMend ? t('mend') : t('left', { total: countText(left) })}</p>
      )}
      <Flex wrap gap={12} align="center">
        <Button type="primary" onClick={onClose}>
          {t('close')}
        </Button>
        {job.canMend && <CheckAgain mended={mended} />}
        <Button onClick={onRestart}>{t('restart')}</Button>
        {left > 0 && <FailedRowsButton jobId={job.id} />}
        {job.canUndo && (
          <Button danger loading={undo.isPending} onClick={takeBack}>
            {t('undo')}
          </Button>
        )}
      </Flex>
    </Flex>
  );

  function alertOf() {
    const why = job.message && label(job.message);
    const done = t('doneRows', { total: countText(job.done) });
    if (job.state === 'UNDONE') return { type: 'info' as const, title: t('undone'), description: why };
    if (job.state === 'SUCCEEDED') return { type: 'success' as const, title: t('done'), description: done };
    if (job.state === 'PARTIAL') return { type: 'warning' as const, title: t('partial'), description: done };
    if (job.state === 'CANCELLED') return { type: 'info' as const, title: t('cancelled'), description: done };
    return { type: 'error' as const, title: t('failed'), description: why };
  }
}
