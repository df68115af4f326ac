import { voucherKindWords, voucherStateWords, voucherWords } from '@xyxlx/contracts/voucher-kinds';
import type { VoucherDetail } from '@xyxlx/contracts/voucher-record';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { choiceFilter } from '../../kit/filters/choice-filter.tsx';
import { moneyFilter } from '../../kit/filters/money-filter.tsx';
import { monthFilter } from '../../kit/filters/month-filter.tsx';
import { numberFilter } from '../../kit/filters/number-filter.tsx';
import { pickFilter } from '../../kit/filters/pick-filter.tsx';
import { singleFilter } from '../../kit/filters/single-filter.tsx';
import { daysFilter } from '../../kit/filters/span-filter.tsx';
import { textFilter } from '../../kit/filters/text-filter.tsx';
import { lazyOverlay } from '../../kit/lazy-overlay.ts';
import { List } from '../../kit/list/list.tsx';
import { api } from '../../lib/api.ts';
import { useCan } from '../../lib/me.ts';
import { accountText, useAccounts } from './accounts.ts';
import { voucherSteps } from './voucher-actions.tsx';
import { voucherName } from './voucher-name.ts';

const VoucherDrawer = lazyOverlay(async () => (await import('./voucher-drawer.tsx')).VoucherDrawer);
const VoucherForm = lazy(async () => ({ default: (await import('./voucher-form.tsx')).VoucherForm }));

/** The vouchers, what can be done with several at once, and writing one by hand. */
export function VoucherList() {
  const { t } = useTranslation('voucher');
  const can = useCan();
  const accounts = useAccounts();
  const [edited, setEdited] = useState<VoucherDetail | 'new' | null>(null);
  return (
    <>
      <List
        name="voucher"
        label={t('tab.vouchers')}
        query={api.voucher.queryVoucher}
        ofTenants
        sortFields={['date']}
        filters={[
          textFilter('keyword', t('field.summary')),
          daysFilter('date', t('field.date'), 'dateFrom', 'dateTo'),
          choiceFilter('state', t('field.state'), voucherStateWords),
          monthFilter('period', t('field.period')),
          choiceFilter('kind', t('field.kind'), voucherKindWords),
          singleFilter(
            'word',
            t('field.word'),
            voucherWords.map((word) => ({ value: word, label: word, wire: word })),
          ),
          numberFilter('number', t('field.number'), 7),
          pickFilter(
            'accountId',
            t('field.account'),
            accounts.map((account) => ({ value: account.id, label: accountText(account) })),
          ),
          moneyFilter('amountFrom', t('filter.amountFrom')),
          moneyFilter('amountTo', t('filter.amountTo')),
        ]}
        columns={(cell) => [
          cell.name('voucherNo', t('field.voucherNo'), (row) => voucherName(row, t)),
          cell.figures('date', t('field.date'), (row) => row.date),
          cell.text('summary', t('field.summary'), (row) => row.summary, { width: 260 }),
          cell.money('debitAmount', t('field.debitTotal'), (row) => row.debitAmount),
          cell.kind('kind', t('field.kind'), voucherKindWords, (row) => row.kind),
          cell.state('state', t('field.state'), voucherStateWords, (row) => row.state),
          cell.text('maker', t('field.maker'), (row) => row.maker),
          cell.text('approver', t('field.approver'), (row) => row.approver),
          cell.text('poster', t('field.poster'), (row) => row.poster),
          cell.figures('period', t('field.period'), (row) => row.period, { optional: true }),
        ]}
        bulk={{ permission: 'voucher.view', nameOf: (row) => voucherName(row, t), actions: voucherSteps(t) }}
        exports={[{ permission: 'voucher.export', path: 'voucher/exportVoucher' }]}
        drawer={({ id, open, onClose }) => (
          <VoucherDrawer id={id} onOpen={open} onEdit={setEdited} onClose={onClose} />
        )}
        start={t('list.empty')}
        actions={
          can('voucher.edit') && (
            <Button type="primary" onClick={() => setEdited('new')}>
              {t('form.add')}
            </Button>
          )
        }
      />
      <Suspense>
        {edited && <VoucherForm voucher={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
      </Suspense>
    </>
  );
}
