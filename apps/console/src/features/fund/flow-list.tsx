import { fundFlowKindWords, fundKindWords } from '@xyxlx/contracts/fund-kinds';
import { useTranslation } from 'react-i18next';
import { choiceFilter } from '../../kit/filters/choice-filter.tsx';
import { optionFilter } from '../../kit/filters/option-filter.tsx';
import { daysFilter } from '../../kit/filters/span-filter.tsx';
import { List } from '../../kit/list/list.tsx';
import { SourceLink } from '../../kit/source-link.tsx';
import { api } from '../../lib/api.ts';
import { actorName } from '../../lib/stamp.ts';
import { accountFilter } from './account-filter.tsx';

/** What moved the accounts, the newest first. */
export function FlowList() {
  const { t } = useTranslation('fund');
  return (
    <List
      name="fundFlow"
      label={t('tab.flows')}
      query={api.fund.queryFlow}
      ofTenants
      sortFields={['createdAt']}
      filters={[
        daysFilter('created', t('field.createdAt'), 'createdFrom', 'createdTo'),
        optionFilter('companyId', t('field.company'), api.merchant.queryCompanyOption),
        choiceFilter('accountKind', t('field.account'), fundKindWords),
        choiceFilter('kind', t('field.kind'), fundFlowKindWords),
        accountFilter(t('field.oneAccount')),
      ]}
      columns={(cell) => [
        cell.moment('createdAt', t('field.createdAt'), (row) => row.createdAt),
        cell.record('company', t('field.company'), 'company', (row) => row.account.company, { width: 180 }),
        cell.kind('account', t('field.account'), fundKindWords, (row) => row.account.kind),
        cell.count('seq', t('field.seq'), (row) => row.seq),
        cell.kind('kind', t('field.kind'), fundFlowKindWords, (row) => row.kind),
        cell.money('deltaAmount', t('field.delta'), (row) => row.deltaAmount, { difference: true }),
        cell.money('balanceAfter', t('field.balanceAfter'), (row) => row.balanceAfter),
        cell.custom('sourceNo', t('field.source'), (row) => <SourceLink of={row} />, {
          width: 180,
        }),
        cell.figures('externalNo', t('field.externalNo'), (row) => row.externalNo, { optional: true }),
        cell.text('createdBy', t('field.createdBy'), ({ createdBy }) => createdBy && actorName(createdBy)),
      ]}
      exports={[{ permission: 'fund.export', path: 'fund/exportFlow' }]}
    />
  );
}
