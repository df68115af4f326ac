import type { ApprovalDetail } from '@xyxlx/contracts/approval';
import type { IssueBatchRecord } from '@xyxlx/contracts/issue';
import { type IssueBatchState, issueBatchStateWords, issueKindWords } from '@xyxlx/contracts/issue-kinds';
import { Alert, Flex, Progress } from 'antd';
import { useTranslation } from 'react-i18next';
import { ActForecast } from '../../kit/approval/act-forecast.tsx';
import { ApprovalHistory } from '../../kit/approval/approval-history.tsx';
import { ApprovalNotice } from '../../kit/approval/approval-notice.tsx';
import { Facts } from '../../kit/detail/facts.tsx';
import { Figures } from '../../kit/figures.tsx';
import { WizardSteps } from '../../kit/import/wizard-steps.tsx';
import { useLabel } from '../../lib/label.ts';
import { useCan } from '../../lib/me.ts';
import { amountText, countText, yuanText } from '../../lib/money.ts';
import { BatchRows } from './batch-rows.tsx';
import styles from './issuing.module.css';
import { workingStates } from './use-batch.ts';
import { useSteps } from './use-steps.ts';

/** A batch as its record says it, with what its company's fund has free. */
type Batch = IssueBatchRecord & { fundFreeAmount: number };

const drafted: readonly IssueBatchState[] = ['CHECKING', 'DRAFT'];

interface BatchReportProps {
  batch: Batch;
  approvals: readonly ApprovalDetail[];
}

/** What a batch would do, does or did: where it is, the sums, what to mind, and everybody in it. */
export function BatchReport({ batch, approvals }: BatchReportProps) {
  const { t } = useTranslation('issuing');
  const steps = useSteps();
  return (
    <Flex vertical gap={16}>
      {drafted.includes(batch.state) && <WizardSteps titles={steps} current={3} />}
      {workingStates.includes(batch.state) && <Working batch={batch} />}
      {approvals.map((approval) => (
        <ApprovalNotice key={approval.id} approval={approval} />
      ))}
      <Warnings batch={batch} />
      {batch.state !== 'CHECKING' && (
        <>
          <Sums batch={batch} />
          <BatchRows key={batch.state} batch={batch} />
        </>
      )}
      {approvals.map(({ id, history }) => (
        <ApprovalHistory key={id} history={history} />
      ))}
      <Facts
        title={t('detail.facts')}
        record={batch}
        facts={(cell) => [
          cell.record('merchant', t('field.merchant'), 'merchant', (row) => row.merchant),
          cell.text('institution', t('field.institution'), (row) => row.institution?.name ?? t('anyPolicy')),
          cell.kind('kind', t('field.kind'), issueKindWords, (row) => row.kind),
          batch.plan !== null && cell.record('plan', t('plan.name'), 'issuePlan', (row) => row.plan),
          batch.plan !== null && cell.figures('period', t('execution.period'), (row) => row.period),
          batch.plan !== null && cell.minute('plannedAt', t('execution.plannedAt'), (row) => row.plannedAt),
          cell.figures('effectiveOn', t('field.effectiveOn'), (row) => row.effectiveOn),
          cell.figures('lastDay', t('field.lastDay'), (row) => row.lastDay ?? t('forGood')),
          cell.text('reason', t('field.reason'), (row) => row.reason),
          batch.fileName !== null && cell.text('file', t('field.file'), (row) => row.fileName),
          cell.stamp(
            'created',
            t('field.createdAt'),
            (row) => row.createdAt,
            (row) => row.createdBy,
          ),
          batch.startedAt !== null && cell.moment('startedAt', t('field.startedAt'), (row) => row.startedAt),
        ]}
      />
    </Flex>
  );
}

function Working({ batch: { state, total, done, failed } }: { batch: Batch }) {
  const { t } = useTranslation('issuing');
  const label = useLabel();
  const isRunning = state === 'RUNNING';
  const percent = isRunning && total > 0 ? Math.floor(((done + failed) / total) * 100) : 0;
  return (
    <div aria-live="polite">
      <p className="figures">
        {isRunning
          ? t('working.running', { done: countText(done + failed), total: countText(total) })
          : label(issueBatchStateWords[state])}
      </p>
      <Progress
        percent={percent}
        status="active"
        showInfo={isRunning}
        aria-label={label(issueBatchStateWords[state])}
      />
      <p className={styles.hint}>{t('working.leave')}</p>
    </div>
  );
}

function Warnings({ batch }: { batch: Batch }) {
  const { t } = useTranslation('issuing');
  const can = useCan();
  const { state, message, amount, fundFreeAmount, failed } = batch;
  const isDraft = state === 'DRAFT';
  return (
    <>
      {isDraft && amount > fundFreeAmount && (
        <Alert
          type="error"
          showIcon
          title={t('warning.short', {
            free: yuanText(fundFreeAmount),
            missing: yuanText(amount - fundFreeAmount),
          })}
        />
      )}
      {isDraft && failed > 0 && (
        <Alert type="warning" showIcon title={t('warning.failed', { total: countText(failed) })} />
      )}
      {isDraft && amount > 0 && can('creditlimit.issue') && (
        <ActForecast
          subjectType="limitIssue"
          merchantId={batch.merchant.id}
          amount={amount}
          count={batch.total - failed}
          fundDelta={-amount}
        />
      )}
      {message && <Alert type={state === 'FAILED' ? 'error' : 'info'} showIcon title={message} />}
    </>
  );
}

function Sums({ batch }: { batch: Batch }) {
  const { t } = useTranslation('issuing');
  const can = useCan();
  const { state, total, done, failed, amount, doneAmount, takenBackAmount, heldAmount, fundFreeAmount } =
    batch;
  const bad = {
    key: 'failed',
    label: t('field.failed'),
    value: countText(failed),
    ...(failed > 0 && { tone: 'bad' as const }),
  };
  const people = { key: 'total', label: t('field.total'), value: countText(total) };
  const sum = { key: 'amount', label: t('field.amount'), value: amountText(amount) };
  if (state === 'DRAFT') {
    const after = fundFreeAmount - amount;
    return (
      <Figures
        label={t('sums')}
        items={[
          people,
          bad,
          sum,
          // Whoever may hand it in sees it in the forecast.
          ...(can('creditlimit.issue')
            ? []
            : [
                {
                  key: 'after',
                  label: t('figure.after'),
                  value: amountText(after),
                  hint: t('figure.free', { amount: yuanText(fundFreeAmount) }),
                  ...(after < 0 && { tone: 'bad' as const }),
                },
              ]),
        ]}
      />
    );
  }
  return (
    <Figures
      label={t('sums')}
      items={[
        people,
        { key: 'done', label: t('field.done'), value: countText(done), hint: amountText(doneAmount) },
        bad,
        heldAmount > 0 ? { ...sum, hint: t('figure.held', { amount: yuanText(heldAmount) }) } : sum,
        { key: 'takenBack', label: t('field.takenBack'), value: amountText(takenBackAmount) },
      ]}
    />
  );
}
