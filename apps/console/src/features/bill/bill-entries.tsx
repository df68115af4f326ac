import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type BillEntry, type LedgerKind, ledgerKindWords } from '@xyxlx/contracts/bill';
import { Select } from 'antd';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../kit/column.ts';
import { ExportButton } from '../../kit/export-button.tsx';
import { enumOptions } from '../../kit/filters/enum-options.ts';
import { useCursorInput } from '../../kit/list/use-cursor-input.ts';
import { Money } from '../../kit/money.tsx';
import { PagedTable } from '../../kit/paged-table.tsx';
import { useLocalPaging } from '../../kit/use-local-paging.ts';
import { api } from '../../lib/api.ts';
import { downloadFile } from '../../lib/files.ts';
import { labelText } from '../../lib/label.ts';
import { useCan } from '../../lib/me.ts';
import { momentText } from '../../lib/time.ts';

/** Every movement of a bill's month. */
export function BillEntries({ billId }: { billId: string }) {
  const { t } = useTranslation(['bill', 'kit']);
  const can = useCan();
  const [kinds, setKinds] = useState<LedgerKind[]>([]);
  const paging = useLocalPaging<'occurredAt'>();
  const { pageNum, pageSize, sort } = paging;
  const pages = useCursorInput({
    billId,
    pageNum,
    pageSize,
    ...(sort && { sort }),
    ...(kinds.length > 0 && { kind: kinds }),
  });
  const rows = useQuery(
    api.bill.queryBillEntry.queryOptions(pages.input, { placeholderData: keepPreviousData }),
  );
  pages.learn(rows);
  return (
    <PagedTable
      label={t('entry.title')}
      columns={entryColumns(t)}
      rows={rows}
      rowKey={(row) => row.id}
      paging={paging}
      actions={
        <>
          <Select
            mode="multiple"
            allowClear
            maxTagCount="responsive"
            style={{ width: 200 }}
            aria-label={t('entry.kind')}
            placeholder={t('entry.anyKind')}
            value={kinds}
            options={enumOptions(ledgerKindWords)}
            onChange={(next) => {
              setKinds(next);
              paging.setPage(1, pageSize);
            }}
          />
          {can('bill.export') && (
            <ExportButton onExport={(format) => downloadFile('bill/exportBillEntry', { billId, format })} />
          )}
        </>
      }
    />
  );
}

function entryColumns(t: TFunction<['bill', 'kit']>): Column<BillEntry>[] {
  return [
    {
      key: 'occurredAt',
      title: t('entry.occurredAt'),
      sortable: true,
      render: (row) => <span className="figures">{momentText(row.occurredAt)}</span>,
    },
    { key: 'kind', title: t('entry.kind'), render: (row) => labelText(ledgerKindWords[row.kind]) },
    {
      key: 'amount',
      title: t('entry.amount'),
      align: 'money',
      render: (row) => <Money fen={row.amount} difference />,
    },
    { key: 'employee', title: t('entry.employee'), render: (row) => row.employee?.name ?? '—' },
    {
      key: 'sourceNo',
      title: t('entry.sourceNo'),
      // An employee's adjustments are numbered from 1.
      render: ({ kind, sourceNo }) => (
        <span className="figures">
          {kind === 'ISSUE' || kind === 'RECOVER' ? t('entry.adjustment', { seq: sourceNo }) : sourceNo}
        </span>
      ),
    },
  ];
}
