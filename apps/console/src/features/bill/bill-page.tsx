import { type BillKind, billKinds } from '@xyxlx/contracts/bill-kinds';
import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Page } from '../../kit/page.tsx';
import { BillList } from './bill-list.tsx';

/** 账单: a month each, of the limits of merchants' employees or of the funds of companies; the address says of which. */
export function Component() {
  const { t } = useTranslation('bill');
  const [search, setSearch] = useSearchParams();
  const kind: BillKind = search.get('tab') === 'company' ? 'COMPANY' : 'MERCHANT';
  return (
    <Page title={t('list.title')} lead={t(`list.lead.${kind}`)}>
      <nav aria-label={t('field.kind')}>
        <Segmented<BillKind>
          value={kind}
          options={billKinds.map((value) => ({ value, label: t(`tab.${value}`) }))}
          onChange={(chosen) => setSearch(chosen === 'COMPANY' ? { tab: 'company' } : {})}
        />
      </nav>
      <BillList key={kind} kind={kind} />
    </Page>
  );
}
