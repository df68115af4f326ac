import { useQuery } from '@tanstack/react-query';
import { accountSideWords, ledgerRoleWords } from '@xyxlx/contracts/ledger-roles';
import { paths } from '@xyxlx/contracts/paths';
import type { AccountRow } from '@xyxlx/contracts/voucher-account';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { RecordAction } from '../../kit/actions/record-action.ts';
import { RecordActions } from '../../kit/actions/record-actions.tsx';
import { RowsTable } from '../../kit/list/rows-table.tsx';
import { ToneTag } from '../../kit/tone-tag.tsx';
import { api } from '../../lib/api.ts';
import { useCan } from '../../lib/me.ts';
import { accountText } from './accounts.ts';
import { BookSetting } from './book-setting.tsx';

const AccountForm = lazy(async () => ({ default: (await import('./account-form.tsx')).AccountForm }));
const AddAccount = lazy(async () => ({ default: (await import('./account-form.tsx')).AddAccount }));
const MapRole = lazy(async () => ({ default: (await import('./map-role.tsx')).MapRole }));

/** 科目: the chart of accounts as a tree, which business posts to which, and changing it. */
export function Chart() {
  const { t } = useTranslation('voucher');
  const can = useCan();
  const { data, error, isFetching, refetch } = useQuery(api.voucher.queryAccount.queryOptions({}));
  const actions: RecordAction<AccountRow>[] = [
    {
      name: 'addAccount',
      permission: 'voucher.settings',
      offered: ({ level, role, enabled }) => level < 4 && role === null && enabled,
      label: t('chart.add'),
      dialog: (account, onClose) => <AddAccount parent={account} onClose={onClose} />,
    },
    {
      name: 'editAccount',
      permission: 'voucher.settings',
      offered: ({ isChanging }) => !isChanging,
      label: t('act.edit'),
      dialog: (account, onClose) => <AccountForm account={account} onClose={onClose} />,
    },
    {
      name: 'mapRole',
      permission: 'voucher.settings',
      offered: ({ isLeaf, enabled, role, isChanging }) => isLeaf && enabled && role === null && !isChanging,
      label: t('chart.map'),
      dialog: (account, onClose) => <MapRole account={account} onClose={onClose} />,
    },
  ];
  return (
    <>
      <BookSetting />
      <RowsTable
        name="chart"
        label={t('tab.chart')}
        rows={data}
        rowId={({ id }) => id}
        state={{ error, isFetching, refetch }}
        columns={(cell) => [
          cell.place('name', t('field.account'), ({ id, code, name, level }) => (
            <Link
              to={`${paths.voucher}?tab=ledger&accountId=${id}`}
              style={{ paddingInlineStart: (level - 1) * 20 }}
            >
              <span className="figures">{code}</span> {name}
            </Link>
          )),
          cell.kind('side', t('balance.side'), accountSideWords, ({ side }) => side),
          cell.kind('role', t('chart.role'), ledgerRoleWords, ({ role }) => role),
          cell.custom('state', t('field.state'), ({ enabled, isControlled, isChanging }) => (
            <span style={{ display: 'inline-flex', flexWrap: 'wrap', gap: 4 }}>
              <ToneTag tone={enabled ? 'good' : 'quiet'}>{t(enabled ? 'chart.on' : 'chart.off')}</ToneTag>
              {isControlled && <ToneTag tone="info">{t('chart.controlled')}</ToneTag>}
              {isChanging && <ToneTag tone="waiting">{t('chart.changing')}</ToneTag>}
            </span>
          )),
          can('voucher.settings') &&
            cell.custom(
              'actions',
              t('field.actions'),
              (row) => <RecordActions record={row} nameOf={accountText} actions={actions} inRow />,
              { atEnd: true },
            ),
        ]}
      />
    </>
  );
}
