import { type BillKind, billKinds } from '@xyxlx/contracts/bill-kinds';
import { Segmented } from 'antd';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Page } from '../../kit/page.tsx';
import { useCan } from '../../lib/me.ts';
import { BillList } from './bill-list.tsx';

const MonthEnd = lazy(async () => ({ default: (await import('./desk/month-end.tsx')).MonthEnd }));

type Tab = 'DESK' | BillKind;
const tabs: readonly Tab[] = ['DESK', ...billKinds];
const inAddress: Readonly<Record<Tab, { tab: string }>> = {
  DESK: { tab: 'desk' },
  COMPANY: { tab: 'company' },
  MERCHANT: { tab: 'merchant' },
};

/** 账单: what waits at the month's end, or a month each of the limits of merchants' employees or of the funds of companies. */
export function Component() {
  const { t } = useTranslation('bill');
  const [search, setSearch] = useSearchParams();
  const can = useCan();
  const works = can('bill.issue') || can('bill.confirm');
  // Whoever asks for nothing gets their work; an address with filters or a record is that of a list.
  const asked = search.get('tab') ?? (works && search.size === 0 ? 'desk' : 'merchant');
  const tab = tabs.find((one) => inAddress[one].tab === asked) ?? 'MERCHANT';
  return (
    <Page title={t('list.title')} lead={t(`list.lead.${tab}`)}>
      <nav aria-label={t('tab.label')}>
        <Segmented<Tab>
          value={tab}
          options={tabs.map((value) => ({ value, label: t(`tab.${value}`) }))}
          onChange={(chosen) => setSearch({ ...inAddress[chosen] })}
        />
      </nav>
      {tab === 'DESK' ? (
        <Suspense>
          <MonthEnd />
        </Suspense>
      ) : (
        <BillList key={tab} kind={tab} />
      )}
    </Page>
  );
}
