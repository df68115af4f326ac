import { skipToken, useQuery } from '@tanstack/react-query';
import {
  type BreakRow,
  breakKindWords,
  breakStateWords,
  type ReconciliationRow,
  reconciliationStateWords,
  shownBreaks,
} from '@xyxlx/contracts/reconciliation';
import { Alert, Flex } from 'antd';
import { useTranslation } from 'react-i18next';
import { RecordActions } from '../../kit/actions/record-actions.tsx';
import { DetailDrawer } from '../../kit/detail/detail-drawer.tsx';
import { Facts } from '../../kit/detail/facts.tsx';
import { RowsTable } from '../../kit/list/rows-table.tsx';
import { StateTag } from '../../kit/state-tag.tsx';
import { api } from '../../lib/api.ts';
import { useBreakActions } from './break-actions.tsx';
import { breakSides } from './break-sides.ts';

interface ReconciliationDrawerProps {
  /** Null keeps it closed. */
  id: string | null;
  onClose(): void;
}

/** One account's day: the figures of both sides, and what to do where they differ. */
export function ReconciliationDrawer({ id, onClose }: ReconciliationDrawerProps) {
  const { t } = useTranslation('fund');
  const record = useQuery(api.fund.getReconciliation.queryOptions(id ? { id } : skipToken));
  return (
    <DetailDrawer<ReconciliationRow & { breaks: BreakRow[] }>
      open={id !== null}
      record={record}
      title={t('reconcile.detail')}
      titleOf={({ day, account }) => (
        <span className="figures">
          {day} {account.accountNo}
        </span>
      )}
      extra={({ state }) => <StateTag words={reconciliationStateWords[state]} />}
      size={920}
      onClose={onClose}
    >
      {(row) => (
        <Flex vertical gap={16}>
          <Facts
            record={row}
            facts={(cell) => [
              cell.text('account', t('reconcile.account'), ({ account }) => account.name),
              cell.text('bank', t('line.bank'), ({ account }) => account.bank),
              cell.amount('openingBalance', t('reconcile.opening'), (one) => one.openingBalance),
              cell.amount('inAmount', t('reconcile.in'), ({ inAmount }) => inAmount),
              cell.amount('outAmount', t('reconcile.out'), ({ outAmount }) => outAmount),
              cell.amount('closingBalance', t('reconcile.closing'), (one) => one.closingBalance),
              cell.amount('statementBalance', t('reconcile.statement'), (one) => one.statementBalance),
              cell.amount('differenceAmount', t('reconcile.difference'), (one) => one.differenceAmount),
              cell.count('lineCount', t('reconcile.lines'), ({ lineCount }) => lineCount),
              cell.stamp(
                'updatedAt',
                t('reconcile.at'),
                ({ updatedAt }) => updatedAt,
                ({ updatedBy }) => updatedBy,
              ),
            ]}
          />
          {row.breakCount === 0 ? (
            <Alert type="success" showIcon title={t('break.none')} />
          ) : (
            <>
              <Alert type="info" showIcon title={t('break.words')} />
              <Breaks rows={row.breaks} />
              {row.breakCount > shownBreaks && <p>{t('break.more', { count: row.breakCount })}</p>}
            </>
          )}
        </Flex>
      )}
    </DetailDrawer>
  );
}

function Breaks({ rows }: { rows: BreakRow[] }) {
  const { t } = useTranslation('fund');
  const actions = useBreakActions();
  return (
    <RowsTable
      name="reconciliationBreak"
      label={t('break.list')}
      rows={rows}
      rowId={({ id }) => id}
      columns={(cell) => [
        cell.kind('kind', t('break.kind'), breakKindWords, ({ kind }) => kind, { width: 90 }),
        cell.state('state', t('field.state'), breakStateWords, ({ state }) => state, { width: 90 }),
        cell.money('differenceAmount', t('reconcile.difference'), (one) => one.differenceAmount, {
          difference: true,
        }),
        cell.text('sides', t('break.sides'), (one) => breakSides(one, t), { width: 340, wraps: true }),
        cell.text('reason', t('field.reason'), ({ reason }) => reason, { width: 140 }),
        cell.custom(
          'actions',
          t('field.actions'),
          (one) => (
            <RecordActions record={one} nameOf={({ reference }) => reference} actions={actions} inRow />
          ),
          { atEnd: true },
        ),
      ]}
    />
  );
}
