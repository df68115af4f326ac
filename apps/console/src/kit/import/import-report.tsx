import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Job } from '@xyxlx/contracts/job';
import { Alert, Button, Flex, Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { useLabel } from '../../lib/label.ts';
import { amountText, countText } from '../../lib/money.ts';
import { momentText } from '../../lib/time.ts';
import { Figures } from '../figures.tsx';
import { SubList } from '../list/sub-list.tsx';
import { CheckAgain } from './check-again.tsx';
import { FailedRowsButton } from './failed-rows-button.tsx';
import { ImportApproval } from './import-approval.tsx';
import { importColumns } from './import-columns.tsx';
import styles from './import-wizard.module.css';
import { useMendedRows } from './use-mended-rows.ts';

type Only = 'bad' | 'good' | 'all';

/** The second step of an import: what the dry run found, row by row, and the decision. */
export function ImportReport({ job, onRestart }: { job: Job; onRestart(): void }) {
  const { t } = useTranslation('kit/import');
  const label = useLabel();
  const queryClient = useQueryClient();
  const [chosen, setOnly] = useState<Only | null>(null);
  // Not what the first state is: the live channel tells that the check is over before the figures of it are read.
  const only = chosen ?? ((job.report?.bad ?? 0) > 0 ? 'bad' : 'all');
  const take = (next: Job) => queryClient.setQueryData(api.job.getJob.queryKey({ id: job.id }), next);
  const confirmation = useMutation(api.job.confirmImport.mutationOptions({ onSuccess: take }));
  const cancellation = useMutation(api.job.cancelJob.mutationOptions({ onSuccess: onRestart }));
  const mended = useMendedRows(job);
  const { report } = job;
  if (!report) return null;
  return (
    <Flex vertical gap={16}>
      {report.sameFile && (
        <Alert
          type="warning"
          showIcon
          title={t('sameFile', {
            name: report.sameFile.createdBy,
            time: momentText(report.sameFile.createdAt),
          })}
        />
      )}
      <Figures
        label={t('step.check')}
        items={[
          { key: 'rows', label: t('rows'), value: countText(report.rows) },
          { key: 'good', label: t('good'), value: countText(report.good), tone: 'good' },
          {
            key: 'bad',
            label: t('bad'),
            value: countText(report.bad),
            ...(report.bad > 0 && { tone: 'bad' as const }),
          },
          ...report.figures.map((figure) => ({
            key: figure.label.en,
            label: label(figure.label),
            value: figure.unit === 'fen' ? amountText(figure.value) : countText(figure.value),
          })),
        ]}
      />
      {job.approvalId ? (
        <ImportApproval approvalId={job.approvalId} />
      ) : (
        <p className={styles.hint}>{t(adviceOf(job))}</p>
      )}
      <SubList
        name="importRow"
        label={t('report')}
        query={api.job.queryImportRow}
        asked={{ id: job.id, ...(only !== 'all' && { only }) }}
        sortFields={['row']}
        rowId={({ row }) => String(row)}
        columns={() => importColumns(t, label, job, mended)}
        actions={
          <Segmented<Only>
            value={only}
            onChange={setOnly}
            options={[
              { value: 'bad', label: t('only.bad') },
              { value: 'good', label: t('only.good') },
              { value: 'all', label: t('only.all') },
            ]}
          />
        }
      />
      <Flex wrap gap={12} align="center" justify="space-between">
        <Flex wrap gap={12} align="center">
          <Button
            type="primary"
            disabled={report.good === 0 || job.approvalId !== null || mended.count > 0}
            loading={confirmation.isPending}
            onClick={() => confirmation.mutate({ id: job.id })}
          >
            {t('confirm', { total: countText(report.good) })}
          </Button>
          {job.canMend && <CheckAgain mended={mended} />}
          <Button
            disabled={!job.canCancel}
            loading={cancellation.isPending}
            onClick={() => cancellation.mutate({ id: job.id })}
          >
            {t('restart')}
          </Button>
        </Flex>
        {report.bad > 0 && <FailedRowsButton jobId={job.id} />}
      </Flex>
    </Flex>
  );
}

function adviceOf({ canMend, report }: Job) {
  if (canMend) return 'mend';
  if (report?.good === 0) return 'nothingGood';
  return (report?.bad ?? 0) > 0 ? 'someBad' : 'allGood';
}
