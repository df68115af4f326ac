import { useInfiniteQuery } from '@tanstack/react-query';
import { postingKindWords, postingSourceWords } from '@xyxlx/contracts/ledger-roles';
import type { PostingRow } from '@xyxlx/contracts/voucher-ledger';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { RowsTable } from '../../kit/list/rows-table.tsx';
import { api, client } from '../../lib/api.ts';
import { labelText } from '../../lib/label.ts';

/** The postings of a voucher, each with the way to the payment or the other event that it is of. */
export function Postings({ asked }: { asked: { voucherId: string } }) {
  const { t } = useTranslation('voucher');
  const { data, error, isFetching, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: [...api.voucher.queryPosting.pathKey(), asked],
    queryFn: ({ pageParam, signal }) =>
      client.voucher.queryPosting.query({ ...asked, ...(pageParam && { cursor: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ cursor }) => cursor,
  });
  return (
    <>
      <RowsTable
        name="posting"
        label={t('posting.title')}
        rows={data?.pages.flatMap(({ list }) => list)}
        rowId={({ source, leg }) => `${source.type} ${source.id} ${leg}`}
        state={{ error, isFetching, refetch }}
        columns={(cell) => [
          cell.custom('source', t('posting.source'), ({ source }) => <Source source={source} />, {
            width: 240,
          }),
          cell.kind('kind', t('posting.kind'), postingKindWords, ({ kind }) => kind),
          cell.text('debit', t('field.debit'), (row) => row.debitAccount?.fullName, { width: 170 }),
          cell.text('credit', t('field.credit'), (row) => row.creditAccount?.fullName, { width: 170 }),
          cell.money('amount', t('posting.amount'), ({ amount }) => amount),
          cell.record('employee', t('posting.employee'), 'employee', ({ employee }) => employee),
          cell.minute('occurredAt', t('posting.occurredAt'), ({ occurredAt }) => occurredAt),
        ]}
      />
      {hasNextPage && (
        <Button block loading={isFetching} onClick={() => fetchNextPage()} style={{ marginTop: 8 }}>
          {t('more')}
        </Button>
      )}
    </>
  );
}

function Source({ source: { type, no, link } }: { source: PostingRow['source'] }) {
  const name = `${labelText(postingSourceWords[type])} ${no ?? ''}`.trim();
  return link ? <Link to={link}>{name}</Link> : name;
}
