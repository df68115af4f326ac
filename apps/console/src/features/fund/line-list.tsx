import { ImportOutlined } from '@ant-design/icons';
import { lineDirectionWords, lineStateWords } from '@xyxlx/contracts/statement';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { choiceFilter } from '../../kit/filters/choice-filter.tsx';
import { optionFilter } from '../../kit/filters/option-filter.tsx';
import { daysFilter } from '../../kit/filters/span-filter.tsx';
import { textFilter } from '../../kit/filters/text-filter.tsx';
import { newImport, useOpenImport } from '../../kit/import/use-open-import.ts';
import { lazyOverlay } from '../../kit/lazy-overlay.ts';
import { List } from '../../kit/list/list.tsx';
import { api } from '../../lib/api.ts';
import { useCan } from '../../lib/me.ts';

const LineDrawer = lazyOverlay(async () => (await import('./line-drawer.tsx')).LineDrawer);
const StatementDialog = lazy(async () => ({
  default: (await import('./statement-dialog.tsx')).StatementDialog,
}));
const StatementUpload = lazy(async () => ({
  default: (await import('./statement-upload.tsx')).StatementUpload,
}));

/** The lines of statements: bringing them in, and claiming what came in. */
export function LineList() {
  const { t } = useTranslation('fund');
  const can = useCan();
  const [search, setSearch] = useSearchParams();
  const accountId = search.get('accountId');
  const [openImport] = useOpenImport();
  const [isChoosing, setChoosing] = useState(false);

  function begin(id: string): void {
    setChoosing(false);
    setSearch((previous) => {
      const next = new URLSearchParams(previous);
      next.set('accountId', id);
      next.set('import', newImport);
      return next;
    });
  }

  const upload = can('fund.reconcile') && (
    <Button
      icon={<ImportOutlined aria-hidden />}
      onClick={() => (accountId ? begin(accountId) : setChoosing(true))}
    >
      {t('line.import')}
    </Button>
  );
  return (
    <>
      <List
        name="statementLine"
        label={t('tab.claims')}
        query={api.fund.queryLine}
        ofTenants
        sortFields={['at', 'amount', 'state']}
        filters={[
          textFilter('keyword', t('line.keyword'), { placeholder: t('line.keyword.hint') }),
          choiceFilter('state', t('field.state'), lineStateWords),
          choiceFilter('direction', t('line.direction'), lineDirectionWords),
          optionFilter('accountId', t('line.account'), api.fund.queryLineAccount),
          daysFilter('at', t('line.at'), 'atFrom', 'atTo'),
        ]}
        columns={(cell) => [
          cell.name('bankNo', t('line.bankNo'), (row) => <span className="figures">{row.bankNo}</span>),
          cell.state('state', t('field.state'), lineStateWords, (row) => row.state),
          cell.kind('direction', t('line.direction'), lineDirectionWords, (row) => row.direction),
          cell.money('amount', t('field.amount'), (row) => row.amount),
          cell.text('payer', t('line.payer'), (row) => row.payer, { width: 200 }),
          cell.text('summary', t('line.summary'), (row) => row.summary, { width: 180 }),
          cell.text('claim', t('line.claimedBy'), (row) => row.claim?.company.name, { width: 180 }),
          cell.minute('at', t('line.at'), (row) => row.at),
          cell.text('account', t('line.account'), (row) => `${row.account.name} ${row.account.accountNo}`, {
            width: 220,
          }),
          cell.money('balanceAfter', t('line.balance'), (row) => row.balanceAfter, { optional: true }),
        ]}
        drawer={({ id, onClose }) => <LineDrawer id={id} onClose={onClose} />}
        start={upload || undefined}
        actions={upload}
      />
      <Suspense>
        {isChoosing && <StatementDialog onChosen={begin} onClose={() => setChoosing(false)} />}
        {accountId && openImport !== null && <StatementUpload accountId={accountId} />}
      </Suspense>
    </>
  );
}
