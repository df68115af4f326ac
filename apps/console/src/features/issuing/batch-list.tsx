import { issueBatchStateWords, issueKindWords } from '@xyxlx/contracts/issue-kinds';
import { paths } from '@xyxlx/contracts/paths';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { choiceFilter } from '../../kit/filters/choice-filter.tsx';
import { merchantFilter } from '../../kit/filters/merchant-filter.tsx';
import { daysFilter } from '../../kit/filters/span-filter.tsx';
import { textFilter } from '../../kit/filters/text-filter.tsx';
import { lazyOverlay } from '../../kit/lazy-overlay.ts';
import { List } from '../../kit/list/list.tsx';
import { api } from '../../lib/api.ts';
import { useCan } from '../../lib/me.ts';

const BatchDrawer = lazyOverlay(async () => (await import('./batch-drawer.tsx')).BatchDrawer);

/** The batches that one may see, drafts among them, with what they come to. */
export function BatchList() {
  const { t } = useTranslation('issuing');
  const can = useCan();
  const navigate = useNavigate();
  return (
    <List
      name="issueBatch"
      label={t('tab.batches')}
      query={api.creditLimit.queryIssue}
      ofTenants
      sums={{
        query: api.creditLimit.sumIssue,
        figures: [
          { name: 'amount', label: t('field.amount') },
          { name: 'doneAmount', label: t('sum.done') },
          { name: 'takenBackAmount', label: t('field.takenBack') },
        ],
      }}
      sortFields={['createdAt', 'amount', 'state']}
      filters={[
        textFilter('keyword', t('filter.keyword')),
        choiceFilter('state', t('field.state'), issueBatchStateWords),
        merchantFilter(t('field.merchant')),
        daysFilter('created', t('field.createdAt'), 'createdFrom', 'createdTo'),
      ]}
      columns={(cell) => [
        cell.name('batchNo', t('field.batchNo'), (row) => row.batchNo),
        cell.text('name', t('field.name'), (row) => row.name, { width: 180 }),
        cell.state('state', t('field.state'), issueBatchStateWords, (row) => row.state),
        cell.record('merchant', t('field.merchant'), 'merchant', (row) => row.merchant, { width: 180 }),
        cell.text('institution', t('field.institution'), (row) => row.institution?.name ?? t('anyPolicy'), {
          width: 140,
        }),
        cell.kind('kind', t('field.kind'), issueKindWords, (row) => row.kind),
        cell.count('total', t('field.total'), (row) => row.total),
        cell.money('amount', t('field.amount'), (row) => row.amount),
        cell.count('done', t('field.done'), (row) => row.done),
        cell.count('failed', t('field.failed'), (row) => row.failed),
        cell.money('takenBack', t('field.takenBack'), (row) => row.takenBackAmount),
        cell.figures('effectiveOn', t('field.effectiveOn'), (row) => row.effectiveOn),
        cell.figures('lastDay', t('field.lastDay'), (row) => row.lastDay ?? t('forGood')),
        cell.minute('createdAt', t('field.createdAt'), (row) => row.createdAt),
      ]}
      drawer={({ id, onClose }) => <BatchDrawer id={id} onClose={onClose} />}
      {...(can('creditlimit.issue') && {
        start: (
          <Button type="primary" onClick={() => navigate(`${paths.issue}?tab=new`)}>
            {t('list.first')}
          </Button>
        ),
      })}
    />
  );
}
