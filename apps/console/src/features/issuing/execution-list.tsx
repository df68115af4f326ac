import { executionStateWords } from '@xyxlx/contracts/issue-execution';
import { issueKindWords } from '@xyxlx/contracts/issue-kinds';
import { useTranslation } from 'react-i18next';
import { choiceFilter } from '../../kit/filters/choice-filter.tsx';
import { merchantFilter } from '../../kit/filters/merchant-filter.tsx';
import { daysFilter } from '../../kit/filters/span-filter.tsx';
import { lazyOverlay } from '../../kit/lazy-overlay.ts';
import { List } from '../../kit/list/list.tsx';
import { api } from '../../lib/api.ts';

const BatchDrawer = lazyOverlay(async () => (await import('./batch-drawer.tsx')).BatchDrawer);

/** The runs of a plan, or of all one may see, the newest first. */
export function ExecutionList({ planId }: { planId: string | undefined }) {
  const { t } = useTranslation('issuing');
  return (
    <List
      name="issueExecution"
      label={t('tab.executions')}
      query={api.autoIssue.queryExecution}
      ofTenants
      {...(planId && { scope: { planId } })}
      sortFields={['createdAt']}
      filters={[
        choiceFilter('state', t('field.state'), executionStateWords),
        daysFilter('run', t('execution.runOn'), 'runFrom', 'runTo'),
        ...(planId ? [] : [merchantFilter(t('field.merchant'))]),
      ]}
      columns={(cell) => [
        cell.name('plan', t('plan.name'), (row) => row.plan.name),
        cell.state('state', t('field.state'), executionStateWords, (row) =>
          row.state in executionStateWords ? (row.state as keyof typeof executionStateWords) : null,
        ),
        cell.figures('period', t('execution.period'), (row) => row.period),
        cell.minute('plannedAt', t('execution.plannedAt'), (row) => row.plannedAt),
        cell.minute('startedAt', t('execution.startedAt'), (row) => row.startedAt),
        cell.count('total', t('execution.total'), (row) => row.total),
        cell.count('done', t('field.done'), (row) => row.done),
        cell.count('failed', t('field.failed'), (row) => row.failed),
        cell.money('amount', t('field.amount'), (row) => row.amount),
        cell.figures('planVersion', t('plan.version'), (row) => `v${row.planVersion}`),
        cell.text('message', t('rows.message'), (row) => row.message, { width: 200 }),
        cell.kind('kind', t('field.kind'), issueKindWords, (row) => row.kind),
        ...(planId
          ? []
          : [
              cell.record('merchant', t('field.merchant'), 'merchant', (row) => row.merchant, { width: 180 }),
            ]),
        cell.minute('createdAt', t('field.createdAt'), (row) => row.createdAt),
      ]}
      start={t('execution.none')}
      drawer={({ id, onClose }) => <BatchDrawer id={id} onClose={onClose} />}
    />
  );
}
