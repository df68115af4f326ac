import { type LimitBatch, limitBatchStateWords } from '@xyxlx/contracts/bill-change';
import { Alert, Flex, Progress } from 'antd';
import { useTranslation } from 'react-i18next';
import { ActForecast } from '../../../kit/approval/act-forecast.tsx';
import { ApprovalHistory } from '../../../kit/approval/approval-history.tsx';
import { ApprovalNotice } from '../../../kit/approval/approval-notice.tsx';
import { useSubjectApproval } from '../../../kit/approval/use-subject-approval.ts';
import { Facts } from '../../../kit/detail/facts.tsx';
import { Figures } from '../../../kit/figures.tsx';
import { labelText } from '../../../lib/label.ts';
import { useCan } from '../../../lib/me.ts';
import { amountText, countText, yuanText } from '../../../lib/money.ts';
import { BatchRows } from './batch-rows.tsx';
import { batchSubject } from './batch-subject.ts';
import styles from './batch-wizard.module.css';

/** What a batch would do, does, or did: the sums, what to mind, and every row. */
export function BatchReport({ batch }: { batch: LimitBatch }) {
  const { t } = useTranslation('employee');
  const approval = useSubjectApproval(batchSubject, batch.id);
  const isWorking = batch.state === 'CHECKING' || batch.state === 'RUNNING' || batch.state === 'UNDOING';
  return (
    <Flex vertical gap={16}>
      {isWorking && <Working batch={batch} />}
      {approval && <ApprovalNotice approval={approval} />}
      <Warnings batch={batch} />
      {batch.state !== 'CHECKING' && (
        <>
          <Sums batch={batch} />
          <BatchRows key={batch.state} batchId={batch.id} />
        </>
      )}
      {approval && <ApprovalHistory history={approval.history} />}
      <Facts
        record={batch}
        facts={(cell) => [
          cell.record('merchant', t('field.merchant'), 'merchant', (row) => row.merchant),
          cell.text('file', t('batch.file'), (row) => row.fileName),
          cell.text('reason', t('adjustment.reason'), (row) => row.reason),
          cell.stamp(
            'created',
            t('batch.createdAt'),
            (row) => row.createdAt,
            (row) => row.createdBy,
          ),
          cell.figures('sha256', 'SHA-256', (row) => row.sha256),
        ]}
      />
    </Flex>
  );
}

function Working({ batch }: { batch: LimitBatch }) {
  const { t } = useTranslation('employee');
  const isRunning = batch.state === 'RUNNING';
  const percent = isRunning && batch.changed > 0 ? Math.floor((batch.done / batch.changed) * 100) : 0;
  return (
    <div aria-live="polite">
      <p className="figures">
        {isRunning
          ? t('batch.running', { done: countText(batch.done), total: countText(batch.changed) })
          : labelText(limitBatchStateWords[batch.state])}
      </p>
      <Progress
        percent={percent}
        status="active"
        showInfo={isRunning}
        aria-label={labelText(limitBatchStateWords[batch.state])}
      />
      <p className={styles.hint}>{t('batch.leave')}</p>
    </div>
  );
}

function Warnings({ batch }: { batch: LimitBatch }) {
  const { t } = useTranslation('employee');
  const can = useCan();
  const isReady = batch.state === 'READY';
  return (
    <>
      {isReady && batch.sameAsBatchNo && (
        <Alert type="warning" showIcon title={t('batch.same', { no: batch.sameAsBatchNo })} />
      )}
      {isReady && batch.differenceAmount > batch.fundBalance && (
        <Alert
          type="error"
          showIcon
          title={t('batch.fundShort', { missing: yuanText(batch.differenceAmount - batch.fundBalance) })}
        />
      )}
      {isReady && batch.failed > 0 && (
        <Alert type="warning" showIcon title={t('batch.someFailed', { total: countText(batch.failed) })} />
      )}
      {batch.state === 'FAILED' && batch.changed === 0 && batch.total > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t('batch.nothing', {
            unchanged: countText(batch.unchanged),
            failed: countText(batch.failed),
          })}
        />
      )}
      {batch.state === 'UNCHANGED' && <Alert type="info" showIcon title={t('batch.unchanged')} />}
      {batch.state === 'STOPPED' && (
        <Alert
          type="warning"
          showIcon
          title={t('batch.stopped', {
            done: countText(batch.done),
            left: countText(Math.max(0, batch.changed - batch.done)),
          })}
        />
      )}
      {isReady && batch.changed > 0 && can('limit.upload') && (
        <ActForecast
          subjectType={batchSubject}
          merchantId={batch.merchant.id}
          amount={batch.increaseAmount + batch.decreaseAmount}
          count={batch.changed}
          fundDelta={-batch.differenceAmount}
        />
      )}
      {batch.message && (
        <Alert type={batch.state === 'FAILED' ? 'error' : 'info'} showIcon title={batch.message} />
      )}
    </>
  );
}

function Sums({ batch }: { batch: LimitBatch }) {
  const { t } = useTranslation('employee');
  return (
    <Figures
      label={t('batch.sums')}
      items={[
        {
          key: 'changed',
          label: t('batch.changed'),
          value: countText(batch.changed),
          hint: t('batch.ofTotal', { total: countText(batch.total), unchanged: countText(batch.unchanged) }),
        },
        {
          key: 'failed',
          label: t('batch.failed'),
          value: countText(batch.failed),
          ...(batch.failed > 0 && { tone: 'bad' as const }),
        },
        {
          key: 'difference',
          label: t('batch.difference'),
          value: `${batch.differenceAmount > 0 ? '+' : ''}${amountText(batch.differenceAmount)}`,
          hint: `+${yuanText(batch.increaseAmount)} / −${yuanText(batch.decreaseAmount)}`,
        },
        batch.state === 'UNDONE' || batch.undoneAmount > 0
          ? { key: 'undone', label: t('batch.undone'), value: amountText(batch.undoneAmount) }
          : { key: 'fund', label: t('batch.fund'), value: amountText(batch.fundBalance) },
      ]}
    />
  );
}
