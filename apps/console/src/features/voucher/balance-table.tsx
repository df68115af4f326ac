import { RightOutlined } from '@ant-design/icons';
import { accountSideWords } from '@xyxlx/contracts/ledger-roles';
import { paths } from '@xyxlx/contracts/paths';
import type { BalanceRow } from '@xyxlx/contracts/voucher-ledger';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { RowsTable } from '../../kit/list/rows-table.tsx';
import type { RowsState } from '../../kit/list/use-list-rows.ts';
import { toggled } from '../../kit/toggled.ts';
import { openPart, treeOrder } from '../../kit/tree-order.ts';
import styles from './balance-table.module.css';
import type { LedgerQuestion } from './ledger-question.ts';

interface BalanceTableProps {
  rows: BalanceRow[] | undefined;
  state: RowsState;
  showsZero: boolean;
  /** What was asked for, which the ledgers are asked for, too. */
  asked: LedgerQuestion['wire'];
}

/** The accounts as a tree, each with what stood there, what moved it, and what stands there; a press leads to its ledger. */
export function BalanceTable({ rows, state, showsZero, asked }: BalanceTableProps) {
  const { t } = useTranslation('voucher');
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const shown = rows
    ?.filter((row) => showsZero || !isZero(row))
    .map((row) => ({
      ...row,
      id: row.code,
      above: row.code.slice(0, Math.max(0, row.code.length - 3)) || null,
    }));
  const tree = openPart(
    treeOrder(shown ?? [], ({ above }) => above),
    closed,
  );
  const places = new Map(tree.map((place) => [place.item.id, place]));
  return (
    <RowsTable
      name="trialBalance"
      label={t('tab.balance')}
      rows={shown && tree.map(({ item }) => item)}
      rowId={({ id }) => id}
      state={state}
      columns={(cell) => [
        cell.place('name', t('field.account'), ({ id, accountId, code, name }) => (
          <span className={styles.account} style={{ paddingInlineStart: (places.get(id)?.depth ?? 0) * 20 }}>
            {places.get(id)?.hasChildren ? (
              <button
                type="button"
                className={styles.toggle}
                aria-expanded={!closed.has(id)}
                aria-label={t('balance.below', { name })}
                onClick={() => setClosed((before) => toggled(before, id))}
              >
                <RightOutlined aria-hidden />
              </button>
            ) : (
              <span className={styles.toggle} />
            )}
            <Link to={ledgerOf(accountId, asked)}>
              <span className="figures">{code}</span> {name}
            </Link>
          </span>
        )),
        cell.kind('side', t('balance.side'), accountSideWords, ({ side }) => side),
        cell.money('openingBalance', t('balance.opening'), (row) => row.openingBalance),
        cell.money('debitAmount', t('balance.debitAmount'), (row) => row.debitAmount),
        cell.money('creditAmount', t('balance.creditAmount'), (row) => row.creditAmount),
        cell.money('closingBalance', t('balance.closing'), (row) => row.closingBalance),
      ]}
    />
  );
}

function ledgerOf(accountId: string, asked: BalanceTableProps['asked']): string {
  return `${paths.voucher}?${new URLSearchParams({ tab: 'ledger', accountId, ...asked })}`;
}

function isZero({ openingBalance, debitAmount, creditAmount, closingBalance }: BalanceRow): boolean {
  return [openingBalance, debitAmount, creditAmount, closingBalance].every((fen) => fen === 0);
}
