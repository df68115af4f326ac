import { useQuery } from '@tanstack/react-query';
import { billKindWords, billWaitWords } from '@xyxlx/contracts/bill-kinds';
import { Alert, Button, Empty, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { ListDesk } from '../../../kit/desk/list-desk.tsx';
import { useNews } from '../../../kit/desk/use-news.ts';
import { enumOptions } from '../../../kit/filters/enum-options.ts';
import { singleFilter } from '../../../kit/filters/single-filter.tsx';
import { textFilter } from '../../../kit/filters/text-filter.tsx';
import { api } from '../../../lib/api.ts';
import { failureOf } from '../../../lib/failure.ts';
import { useLabel } from '../../../lib/label.ts';
import { useCan } from '../../../lib/me.ts';
import { amountText } from '../../../lib/money.ts';
import { manyBillsActions } from '../record/bill-actions.tsx';
import { billAreas } from '../record/bill-areas.ts';
import { BillCard } from './bill-card.tsx';
import { DeskBill } from './desk-bill.tsx';
import { useMonthEnd } from './use-month-end.ts';
import { WaitTabs } from './wait-tabs.tsx';

/** 月末工作台: the bills of a month by what they wait for, one after the other or many in one go. */
export function MonthEnd() {
  const { t } = useTranslation(['bill', 'common']);
  const label = useLabel();
  const can = useCan();
  const waits = useQuery(api.bill.queryBillWait.queryOptions({}));
  useNews(
    billAreas,
    (event) =>
      event.type === 'decided' ||
      (event.type === 'notification' && event.notification.kind.startsWith('approval.')),
  );
  const { month, wait, months, groups, show } = useMonthEnd(waits.data ?? []);
  if (!waits.data) {
    return waits.error === null ? (
      <Skeleton active paragraph={{ rows: 8 }} />
    ) : (
      <Alert
        type="warning"
        showIcon
        title={failureOf(waits.error).text}
        action={<Button onClick={() => waits.refetch()}>{t('common:retry')}</Button>}
      />
    );
  }
  if (month === undefined || wait === undefined) {
    return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('desk.allDone')} />;
  }
  const many = manyBillsActions(t, wait).filter(({ permission }) => !permission || can(permission));
  return (
    <>
      <WaitTabs months={months} month={month} groups={groups} wait={wait} onShow={show} />
      <ListDesk
        key={`${month} ${wait}`}
        name={`billDesk.${wait}`}
        label={label(billWaitWords[wait])}
        recordLabel={t('desk.record')}
        none={t('desk.none', { wait: label(billWaitWords[wait]), month: month ?? t('desk.allMonths') })}
        ofTenants
        query={api.bill.queryBill}
        scope={{ waitsFor: [wait], ...(month && { periodFrom: month, periodTo: month }) }}
        sortFields={['period', 'closingBalance']}
        orders={[
          { sort: { field: 'period', order: 'desc' }, label: t('desk.order.usual') },
          { sort: { field: 'closingBalance', order: 'desc' }, label: t('desk.order.large') },
          { sort: { field: 'closingBalance', order: 'asc' }, label: t('desk.order.small') },
        ]}
        filters={[
          textFilter('keyword', t('filter.keyword'), { placeholder: t('filter.keyword.any') }),
          singleFilter(
            'kind',
            t('field.kind'),
            enumOptions(billKindWords).map((option) => ({ ...option, wire: option.value })),
          ),
        ]}
        nameOf={({ billNo, merchant, company, closingBalance }) =>
          `${billNo} ${(merchant ?? company)?.name} ${amountText(closingBalance)}`
        }
        card={(bill) => <BillCard bill={bill} />}
        {...(many.length > 0 && { bulk: () => many })}
        record={(props) => <DeskBill {...props} />}
      />
    </>
  );
}
