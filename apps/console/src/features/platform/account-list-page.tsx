import {
  type PlatformAccountRow,
  platformAccountKindWords,
  platformAccountSortFields,
  platformAccountStateWords,
} from '@xyxlx/contracts/platform-account';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { choiceFilter } from '../../kit/filters/choice-filter.tsx';
import { optionFilter } from '../../kit/filters/option-filter.tsx';
import { textFilter } from '../../kit/filters/text-filter.tsx';
import { lazyOverlay } from '../../kit/lazy-overlay.ts';
import { ListScreen } from '../../kit/list/list-screen.tsx';
import { api } from '../../lib/api.ts';

const AccountDrawer = lazyOverlay(async () => (await import('./account-drawer.tsx')).AccountDrawer);
const AccountForm = lazy(async () => ({ default: (await import('./account-form.tsx')).AccountForm }));

/** 平台账户信息: the accounts through which companies' money comes and goes at platforms. */
export function Component() {
  const { t } = useTranslation('platform');
  return (
    <ListScreen
      name="platformAccount"
      title={t('account.title')}
      lead={t('account.lead')}
      query={api.platform.queryAccount}
      ofTenants
      sortFields={platformAccountSortFields}
      filters={[
        textFilter('keyword', t('filter.keyword'), { placeholder: t('account.keyword.hint') }),
        optionFilter('platformId', t('account.platform'), api.platform.queryAccountPlatform),
        optionFilter('companyId', t('account.company'), api.platform.queryAccountCompany),
        choiceFilter('kind', t('account.kind'), platformAccountKindWords),
        choiceFilter('state', t('field.state'), platformAccountStateWords),
      ]}
      columns={(cell) => [
        cell.name('accountNo', t('account.lastDigits'), (row) => (
          <span className="figures">{row.accountNo}</span>
        )),
        cell.text('platform', t('account.platform'), (row) => row.platform.name, { wide: true }),
        cell.text('name', t('account.name'), (row) => row.name, { width: 200, wide: true }),
        cell.text('bank', t('account.bank'), (row) => row.bank, { width: 150, wide: true }),
        cell.record('company', t('account.company'), 'company', (row) => row.company, {
          optional: true,
          wide: true,
        }),
        cell.kind('kind', t('account.kind'), platformAccountKindWords, (row) => row.kind, {
          optional: true,
          wide: true,
        }),
        cell.state('state', t('field.state'), platformAccountStateWords, (row) => row.state, { wide: true }),
        cell.money('bookBalance', t('account.book'), (row) => row.bookBalance, { wide: true }),
        cell.money('availableBalance', t('account.available'), (row) => row.availableBalance, { wide: true }),
        cell.money('frozenBalance', t('account.frozen'), (row) => row.frozenBalance, { wide: true }),
        cell.money('statementBalance', t('account.statement'), (row) => row.statementBalance, { wide: true }),
        cell.money('differenceAmount', t('account.difference'), (row) => row.differenceAmount, {
          difference: true,
        }),
      ]}
      drawer={({ id, onEdit, onClose }) => <AccountDrawer id={id} onEdit={onEdit} onClose={onClose} />}
      form={{
        permission: 'platform.edit',
        label: t('account.add'),
        isStart: true,
        render: ({ record, onClose }: { record: PlatformAccountRow | null; onClose(): void }) => (
          <AccountForm account={record} onClose={onClose} />
        ),
      }}
    />
  );
}
