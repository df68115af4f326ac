import type { FundAccountRow } from '@xyxlx/contracts/fund';
import { fundKindWords } from '@xyxlx/contracts/fund-kinds';
import { paths } from '@xyxlx/contracts/paths';
import { lazy, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { RecordAction } from '../../kit/actions/record-action.ts';
import { RecordActions } from '../../kit/actions/record-actions.tsx';
import { choiceFilter } from '../../kit/filters/choice-filter.tsx';
import { optionFilter } from '../../kit/filters/option-filter.tsx';
import { singleFilter } from '../../kit/filters/single-filter.tsx';
import { lazyOverlay } from '../../kit/lazy-overlay.ts';
import { List } from '../../kit/list/list.tsx';
import { Money } from '../../kit/money.tsx';
import { RowButton } from '../../kit/row-button.tsx';
import { ToneTag } from '../../kit/tone-tag.tsx';
import { api } from '../../lib/api.ts';
import { useCan } from '../../lib/me.ts';
import { yuanText } from '../../lib/money.ts';
import { accountText } from './account-text.ts';

const HoldDrawer = lazyOverlay(async () => (await import('./hold-drawer.tsx')).HoldDrawer);
const ThresholdDialog = lazy(async () => ({
  default: (await import('./threshold-dialog.tsx')).ThresholdDialog,
}));
const TransferDialog = lazy(async () => ({
  default: (await import('./transfer-dialog.tsx')).TransferDialog,
}));

/** The accounts of companies: what is there, what of it is promised, and what is free. */
export function AccountList() {
  const { t } = useTranslation('fund');
  const can = useCan();
  const [held, setHeld] = useState<FundAccountRow | null>(null);
  const actions: RecordAction<FundAccountRow>[] = [
    {
      name: 'addTransfer',
      label: t('transfer.action'),
      permission: 'fund.transfer',
      offered: ({ kind }) => kind !== 'RESERVE',
      dialog: ({ id }, onClose) => <TransferDialog fromId={id} onClose={onClose} />,
    },
    {
      name: 'editThreshold',
      label: t('threshold.action'),
      permission: 'fund.transfer',
      dialog: (account, onClose) => <ThresholdDialog account={account} onClose={onClose} />,
    },
  ];
  return (
    <>
      <List
        name="fundAccount"
        label={t('tab.accounts')}
        query={api.fund.queryAccount}
        ofTenants
        sortFields={['balance', 'availableBalance']}
        filters={[
          choiceFilter('kind', t('field.account'), fundKindWords),
          optionFilter('companyId', t('field.company'), api.merchant.queryCompanyOption),
          singleFilter('low', t('field.threshold'), [
            { value: 'yes', label: t('threshold.low'), wire: true },
          ]),
        ]}
        columns={(cell) => [
          cell.custom('company', t('field.company'), ({ id, company }) => (
            <Link to={`${paths.fund}?tab=flows&accountId=${id}`}>{company.name}</Link>
          )),
          cell.kind('kind', t('field.account'), fundKindWords, (row) => row.kind),
          cell.money('balance', t('field.balance'), (row) => row.balance),
          cell.custom(
            'frozenBalance',
            t('field.frozen'),
            (row) =>
              row.frozenBalance > 0 ? (
                <RowButton onPress={() => setHeld(row)}>
                  <Money fen={row.frozenBalance} />
                </RowButton>
              ) : (
                <Money fen={row.frozenBalance} />
              ),
            { align: 'money' },
          ),
          cell.money('availableBalance', t('field.available'), (row) => row.availableBalance),
          cell.custom('thresholdAmount', t('field.threshold'), (row) => <Threshold account={row} />),
          ...(can('fund.transfer')
            ? [
                cell.custom(
                  'actions',
                  t('field.actions'),
                  (row) => <RecordActions record={row} nameOf={accountText} actions={actions} inRow />,
                  { atEnd: true },
                ),
              ]
            : []),
        ]}
      />
      <HoldDrawer account={held} onClose={() => setHeld(null)} />
    </>
  );
}

function Threshold({ account: { thresholdAmount, availableBalance } }: { account: FundAccountRow }) {
  const { t } = useTranslation('fund');
  if (thresholdAmount === null) return t('threshold.none');
  if (availableBalance >= thresholdAmount)
    return <span className="figures">{yuanText(thresholdAmount)}</span>;
  return <ToneTag tone="bad">{t('threshold.below', { amount: yuanText(thresholdAmount) })}</ToneTag>;
}
