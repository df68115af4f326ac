import { keepPreviousData, skipToken, useInfiniteQuery } from '@tanstack/react-query';
import { accountSideWords } from '@xyxlx/contracts/ledger-roles';
import { paths } from '@xyxlx/contracts/paths';
import { Button, Empty, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Amount, Amounts } from '../../kit/amounts.tsx';
import { RowsTable } from '../../kit/list/rows-table.tsx';
import { api, client } from '../../lib/api.ts';
import { labelText } from '../../lib/label.ts';
import { amountText } from '../../lib/money.ts';
import { accountText, useAccounts } from './accounts.ts';
import { BasisAndSpan } from './basis-and-span.tsx';
import { CompanyChoice } from './company-choice.tsx';
import { useLedgerQuestion } from './ledger-question.ts';
import styles from './trial-balance.module.css';

/** 明细账: every line of an account in its order, with what stood there after it. */
export function AccountLedger() {
  const { t } = useTranslation('voucher');
  const question = useLedgerQuestion('VOUCHERS');
  const accounts = useAccounts();
  const accountId = /^[\da-f-]{36}$/.exec(question.search.get('accountId') ?? '')?.[0];
  const asked = accountId ? { accountId, ...question.wire } : null;
  const { data, error, isFetching, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: [...api.voucher.queryAccountLedger.pathKey(), asked],
    queryFn: asked
      ? ({ pageParam, signal }) =>
          client.voucher.queryAccountLedger.query(
            { ...asked, ...(pageParam && { cursor: pageParam }) },
            { signal },
          )
      : skipToken,
    initialPageParam: '',
    getNextPageParam: ({ cursor }) => cursor,
    placeholderData: keepPreviousData,
  });
  const [first] = data?.pages ?? [];

  return (
    <>
      <div className={styles.asked}>
        <Select
          aria-label={t('field.account')}
          placeholder={t('ledger.choose')}
          style={{ width: 320, maxWidth: '100%' }}
          showSearch={{ optionFilterProp: 'label' }}
          value={accountId}
          options={accounts.map((account) => ({ value: account.id, label: accountText(account) }))}
          onChange={(id: string) => question.ask({ accountId: id })}
        />
        <BasisAndSpan question={question} />
        <CompanyChoice question={question} />
      </div>
      {!accountId && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('ledger.choose')} />}
      {accountId && first && (
        <div className={styles.sum}>
          <p className={styles.days}>
            <strong>{accountText(first.account)}</strong>
            <span>{t('ledger.side', { side: labelText(accountSideWords[first.account.side]) })}</span>
            <span className="figures">{t('balance.days', { from: first.fromDay, to: first.toDay })}</span>
          </p>
          <Amounts label={t('balance.totals')}>
            <Amount title={t('balance.opening')}>{amountText(first.openingBalance)}</Amount>
            <Amount title={t('balance.debitAmount')}>{amountText(first.debitAmount)}</Amount>
            <Amount title={t('balance.creditAmount')}>{amountText(first.creditAmount)}</Amount>
            <Amount title={t('balance.closing')}>{amountText(first.closingBalance)}</Amount>
          </Amounts>
        </div>
      )}
      {accountId && (
        <RowsTable
          name="accountLedger"
          label={t('tab.ledger')}
          rows={data?.pages.flatMap(({ list }) => list)}
          rowId={({ date, voucherId, lineNo }) => `${date} ${voucherId} ${lineNo}`}
          state={{ error, isFetching, refetch }}
          columns={(cell) => [
            cell.figures('date', t('field.date'), ({ date }) => date),
            cell.custom('voucher', t('field.voucherNo'), ({ voucherId, voucherNo }) =>
              voucherId ? (
                <Link to={`${paths.voucher}?open=${voucherId}`}>{voucherNo ?? t('posting.waiting')}</Link>
              ) : (
                '—'
              ),
            ),
            cell.text('summary', t('field.summary'), ({ summary }) => summary, { width: 280 }),
            cell.money('debitAmount', t('field.debit'), (row) => row.debitAmount),
            cell.money('creditAmount', t('field.credit'), (row) => row.creditAmount),
            cell.money('balance', t('ledger.balance'), ({ balance }) => balance),
          ]}
        />
      )}
      {hasNextPage && (
        <Button block loading={isFetching} onClick={() => fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </>
  );
}
