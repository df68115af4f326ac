import { lotteryStateWords, prizeTypeWords } from '@xyxlx/contracts/lottery';
import { useTranslation } from 'react-i18next';
import { choiceFilter } from '../../kit/filters/choice-filter.tsx';
import { merchantStoreFilters } from '../../kit/filters/merchant-filter.tsx';
import { optionFilter } from '../../kit/filters/option-filter.tsx';
import { daysFilter } from '../../kit/filters/span-filter.tsx';
import { textFilter } from '../../kit/filters/text-filter.tsx';
import { lazyOverlay } from '../../kit/lazy-overlay.ts';
import { employeeRecordColumns } from '../../kit/list/employee-record-columns.ts';
import { List } from '../../kit/list/list.tsx';
import { api } from '../../lib/api.ts';
import { lotteryActions } from './lottery-actions.tsx';

const LotteryDrawer = lazyOverlay(async () => (await import('./lottery-drawer.tsx')).LotteryDrawer);

interface LotteryListProps {
  title: string;
  /** Shows the draws of this employee alone. */
  employeeId?: string;
}

/** Draws with their filters, their detail, and handing out what was won. */
export function LotteryList({ title, employeeId }: LotteryListProps) {
  const { t } = useTranslation('lottery');
  const isOfOneEmployee = employeeId !== undefined;
  const titles = { employee: t('field.employee'), merchant: t('field.merchant'), store: t('field.store') };
  return (
    <List
      name="lottery"
      label={title}
      query={api.lottery.queryLottery}
      ofTenants
      sums={{
        query: api.lottery.sumLottery,
        figures: [
          { name: 'prizeAmount', label: t('sum.prizes') },
          { name: 'awardedAmount', label: t('sum.awarded') },
        ],
      }}
      {...(isOfOneEmployee && { scope: { employeeId } })}
      sortFields={['drawnAt']}
      filters={[
        daysFilter('drawn', t('field.drawnAt'), 'drawnFrom', 'drawnTo'),
        textFilter('lotteryNo', t('field.lotteryNo')),
        choiceFilter('state', t('field.state'), lotteryStateWords),
        ...(isOfOneEmployee ? [] : merchantStoreFilters(titles.merchant, titles.store)),
        optionFilter('activityId', t('field.activity'), api.lottery.queryActivity),
        choiceFilter('prizeType', t('field.prizeType'), prizeTypeWords),
      ]}
      columns={(cell) => [
        cell.name('lotteryNo', t('field.lotteryNo'), (row) => row.lotteryNo),
        cell.moment('drawnAt', t('field.drawnAt'), (row) => row.drawnAt),
        cell.text('activity', t('field.activity'), (row) => row.activity.name, { width: 160 }),
        cell.kind('prizeType', t('field.prizeType'), prizeTypeWords, (row) => row.prizeType),
        cell.text('prizeName', t('field.prizeName'), (row) => row.prizeName, { width: 150 }),
        cell.money('prizeAmount', t('field.prizeAmount'), (row) => row.prizeAmount),
        cell.state('state', t('field.state'), lotteryStateWords, (row) => row.state),
        ...employeeRecordColumns(cell, titles, isOfOneEmployee),
        cell.figures('paymentNo', t('field.paymentNo'), (row) => row.paymentNo),
      ]}
      bulk={{
        permission: 'lottery.award',
        nameOf: ({ lotteryNo, employee }) => `${lotteryNo} · ${employee.name}`,
        actions: lotteryActions(t),
      }}
      exports={[{ permission: 'lottery.export', path: 'lottery/exportLottery' }]}
      drawer={({ id, onClose }) => <LotteryDrawer id={id} onClose={onClose} />}
    />
  );
}
