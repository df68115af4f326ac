import {
  consumptionCategoryWords,
  consumptionStateWords,
  consumptionTypeWords,
  invoiceStateWords,
  paidFromWords,
  payChannelWords,
} from '@xyxlx/contracts/consumption';
import { useTranslation } from 'react-i18next';
import { choiceFilter } from '../../kit/filters/choice-filter.tsx';
import { merchantStoreFilters } from '../../kit/filters/merchant-filter.tsx';
import { moneyFilter } from '../../kit/filters/money-filter.tsx';
import { daysFilter } from '../../kit/filters/span-filter.tsx';
import { textFilter } from '../../kit/filters/text-filter.tsx';
import { lazyOverlay } from '../../kit/lazy-overlay.ts';
import { employeeRecordColumns } from '../../kit/list/employee-record-columns.ts';
import { List } from '../../kit/list/list.tsx';
import { api } from '../../lib/api.ts';

const ConsumptionDrawer = lazyOverlay(
  async () => (await import('./consumption-drawer.tsx')).ConsumptionDrawer,
);

interface ConsumptionListProps {
  title: string;
  /** Shows the records of this employee alone. */
  employeeId?: string;
}

/** Consumption records with their filters, their detail and what can be done about one. */
export function ConsumptionList({ title, employeeId }: ConsumptionListProps) {
  const { t } = useTranslation('consumption');
  const isOfOneEmployee = employeeId !== undefined;
  const titles = { employee: t('field.employee'), merchant: t('field.merchant'), store: t('field.store') };
  return (
    <List
      name="consumption"
      label={title}
      query={api.consumption.queryConsumption}
      ofTenants
      sums={{
        query: api.consumption.sumConsumption,
        figures: [
          { name: 'consumeAmount', label: t('sum.consumed') },
          { name: 'refundAmount', label: t('sum.refunded') },
          { name: 'netAmount', label: t('sum.net') },
        ],
      }}
      {...(isOfOneEmployee && { scope: { employeeId } })}
      sortFields={['paidAt']}
      filters={[
        daysFilter('paid', t('field.paidAt'), 'paidFrom', 'paidTo'),
        textFilter('paymentNo', t('field.paymentNo')),
        choiceFilter('state', t('field.state'), consumptionStateWords),
        ...(isOfOneEmployee ? [] : merchantStoreFilters(titles.merchant, titles.store)),
        choiceFilter('type', t('field.type'), consumptionTypeWords),
        choiceFilter('category', t('field.category'), consumptionCategoryWords),
        choiceFilter('channel', t('field.channel'), payChannelWords),
        moneyFilter('minAmount', t('filter.minAmount')),
        moneyFilter('maxAmount', t('filter.maxAmount')),
      ]}
      columns={(cell) => [
        cell.name('paymentNo', t('field.paymentNo'), (row) => row.paymentNo),
        cell.moment('paidAt', t('field.paidAt'), (row) => row.paidAt),
        cell.kind('type', t('field.type'), consumptionTypeWords, (row) => row.type),
        cell.state('state', t('field.state'), consumptionStateWords, (row) => row.state),
        cell.money('amount', t('field.amount'), (row) => row.amount),
        cell.money('enterpriseAmount', t('field.enterpriseAmount'), (row) => row.enterpriseAmount),
        cell.money('personalAmount', t('field.personalAmount'), (row) => row.personalAmount),
        cell.money('discountAmount', t('field.discountAmount'), (row) => row.discountAmount, {
          optional: true,
        }),
        cell.money('refundedAmount', t('field.refundedAmount'), (row) => row.refundedAmount),
        ...employeeRecordColumns(cell, titles, isOfOneEmployee),
        cell.kind('category', t('field.category'), consumptionCategoryWords, (row) => row.category),
        cell.kind('channel', t('field.channel'), payChannelWords, (row) => row.channel),
        cell.kind('fundedBy', t('field.fundedBy'), paidFromWords, (row) => row.fundedBy, { optional: true }),
        cell.masked(
          'cardLastFour',
          t('field.card'),
          (row) => row.cardLastFour && `**** ${row.cardLastFour}`,
          { optional: true },
        ),
        cell.text('ruleVersion', t('field.ruleVersion'), (row) => row.ruleVersion, { optional: true }),
        cell.figures('relatedNo', t('field.relatedNo'), (row) => row.relatedNo, { optional: true }),
        cell.kind('invoiceState', t('field.invoiceState'), invoiceStateWords, (row) => row.invoiceState),
      ]}
      exports={[{ permission: 'consumption.export', path: 'consumption/exportConsumption' }]}
      drawer={({ id, open, onClose }) => <ConsumptionDrawer id={id} onOpen={open} onClose={onClose} />}
    />
  );
}
