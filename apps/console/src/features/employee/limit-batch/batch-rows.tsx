import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  type LimitBatchRow,
  type limitBatchRowStates,
  limitBatchRowStateWords,
} from '@xyxlx/contracts/bill-change';
import type { Tone } from '@xyxlx/contracts/words';
import { Segmented } from 'antd';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../../kit/column.ts';
import { enumOptions } from '../../../kit/filters/enum-options.ts';
import { useCursorInput } from '../../../kit/list/use-cursor-input.ts';
import { Money } from '../../../kit/money.tsx';
import { PagedTable } from '../../../kit/paged-table.tsx';
import { ToneTag } from '../../../kit/tone-tag.tsx';
import { useLocalPaging } from '../../../kit/use-local-paging.ts';
import { api } from '../../../lib/api.ts';
import { labelText } from '../../../lib/label.ts';
import styles from './batch-wizard.module.css';

const tones: Record<LimitBatchRow['state'], Tone> = {
  READY: 'waiting',
  DONE: 'good',
  FAILED: 'bad',
  UNCHANGED: 'quiet',
  UNDONE: 'quiet',
};
type Only = 'all' | (typeof limitBatchRowStates)[number];

/** Every line of the sheet: the present limit, the new one, the difference, and what is wrong with it. */
export function BatchRows({ batchId }: { batchId: string }) {
  const { t } = useTranslation('employee');
  const [only, setOnly] = useState<Only>('all');
  const paging = useLocalPaging();
  const pages = useCursorInput({
    batchId,
    pageNum: paging.pageNum,
    pageSize: paging.pageSize,
    ...(only !== 'all' && { state: [only] }),
  });
  const rows = useQuery(
    api.billChange.queryBatchRow.queryOptions(pages.input, { placeholderData: keepPreviousData }),
  );
  pages.learn(rows);
  return (
    <PagedTable
      label={t('batch.rows')}
      columns={rowColumns(t)}
      rows={rows}
      rowKey={(row) => row.id}
      paging={paging}
      actions={
        <Segmented<Only>
          value={only}
          aria-label={t('field.state')}
          options={[{ value: 'all', label: t('batch.all') }, ...enumOptions(limitBatchRowStateWords)]}
          onChange={(next) => {
            setOnly(next);
            paging.setPage(1, paging.pageSize);
          }}
        />
      }
    />
  );
}

function rowColumns(t: TFunction<'employee'>): Column<LimitBatchRow>[] {
  const amount = (fen: number | null) => (fen === null ? '—' : <Money fen={fen} />);
  return [
    { key: 'rowNo', title: t('batch.rowNo'), align: 'end', render: (row) => row.rowNo },
    {
      key: 'employeeNo',
      title: t('field.employeeNo'),
      render: (row) => <span className="figures">{row.employeeNo}</span>,
    },
    { key: 'employeeName', title: t('field.name'), render: (row) => row.employeeName || '—' },
    { key: 'present', title: t('batch.present'), align: 'money', render: (row) => amount(row.presentLimit) },
    { key: 'new', title: t('batch.newLimit'), align: 'money', render: (row) => amount(row.newLimit) },
    {
      key: 'difference',
      title: t('batch.rowDifference'),
      align: 'money',
      render: (row) => (row.differenceLimit === null ? '—' : <Money fen={row.differenceLimit} difference />),
    },
    {
      key: 'state',
      title: t('field.state'),
      render: (row) => (
        <ToneTag tone={tones[row.state]}>{labelText(limitBatchRowStateWords[row.state])}</ToneTag>
      ),
    },
    {
      key: 'message',
      title: t('batch.message'),
      render: (row) => <span className={styles.message}>{row.message || '—'}</span>,
    },
  ];
}
