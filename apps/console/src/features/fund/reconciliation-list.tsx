import { reconciliationStateWords } from '@xyxlx/contracts/reconciliation';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { choiceFilter } from '../../kit/filters/choice-filter.tsx';
import { optionFilter } from '../../kit/filters/option-filter.tsx';
import { daysFilter } from '../../kit/filters/span-filter.tsx';
import { lazyOverlay } from '../../kit/lazy-overlay.ts';
import { List } from '../../kit/list/list.tsx';
import { api } from '../../lib/api.ts';
import { useCan } from '../../lib/me.ts';
import { actorName } from '../../lib/stamp.ts';

const ReconciliationDrawer = lazyOverlay(
  async () => (await import('./reconciliation-drawer.tsx')).ReconciliationDrawer,
);
const ReconcileDialog = lazy(async () => ({
  default: (await import('./reconcile-dialog.tsx')).ReconcileDialog,
}));

/** What was reconciled, a day and an account at a time, and reconciling a day. */
export function ReconciliationList() {
  const { t } = useTranslation('fund');
  const can = useCan();
  const [isAsking, setAsking] = useState(false);
  const start = (
    <Button type="primary" onClick={() => setAsking(true)}>
      {t('reconcile.action')}
    </Button>
  );
  return (
    <>
      <List
        name="reconciliation"
        label={t('tab.reconciliation')}
        query={api.fund.queryReconciliation}
        ofTenants
        sortFields={['day']}
        filters={[
          choiceFilter('state', t('field.state'), reconciliationStateWords),
          ...(can('topup.view')
            ? [optionFilter('accountId', t('reconcile.account'), api.fund.queryLineAccount)]
            : []),
          daysFilter('day', t('reconcile.day'), 'dayFrom', 'dayTo'),
        ]}
        columns={(cell) => [
          cell.name('day', t('reconcile.day'), (row) => <span className="figures">{row.day}</span>),
          cell.state('state', t('field.state'), reconciliationStateWords, (row) => row.state),
          cell.text(
            'account',
            t('reconcile.account'),
            (row) => `${row.account.name} ${row.account.accountNo}`,
            {
              width: 220,
            },
          ),
          cell.count('undecidedCount', t('reconcile.undecided'), (row) => row.undecidedCount),
          cell.money('closingBalance', t('reconcile.closing'), (row) => row.closingBalance),
          cell.money('statementBalance', t('reconcile.statement'), (row) => row.statementBalance),
          cell.money('differenceAmount', t('reconcile.difference'), (row) => row.differenceAmount, {
            difference: true,
          }),
          cell.count('lineCount', t('reconcile.lines'), (row) => row.lineCount, { optional: true }),
          cell.minute('updatedAt', t('reconcile.at'), (row) => row.updatedAt),
          cell.text('updatedBy', t('field.createdBy'), ({ updatedBy }) => updatedBy && actorName(updatedBy)),
        ]}
        drawer={({ id, onClose }) => <ReconciliationDrawer id={id} onClose={onClose} />}
        start={start}
        actions={start}
      />
      <Suspense>{isAsking && <ReconcileDialog onClose={() => setAsking(false)} />}</Suspense>
    </>
  );
}
