import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type LimitBatch, limitBatchStates, limitBatchStateWords } from '@xyxlx/contracts/bill-change';
import { Button } from 'antd';
import type { TFunction } from 'i18next';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../../kit/column.ts';
import { days, ends } from '../../../kit/days.ts';
import { FilterChoice } from '../../../kit/filter-choice.tsx';
import { FilterForm } from '../../../kit/filter-form.tsx';
import { FilterSpan } from '../../../kit/filter-span.tsx';
import { enumOptions } from '../../../kit/filters/enum-options.ts';
import { lazyOverlay } from '../../../kit/lazy-overlay.ts';
import { Money } from '../../../kit/money.tsx';
import { PagedTable } from '../../../kit/paged-table.tsx';
import { RowButton } from '../../../kit/row-button.tsx';
import { StateTag } from '../../../kit/state-tag.tsx';
import { useListLook } from '../../../kit/use-list-look.tsx';
import { choices, useListState } from '../../../kit/use-list-state.ts';
import { newImport } from '../../../kit/use-open-import.ts';
import { useOpenRecord } from '../../../kit/use-open-record.ts';
import { api } from '../../../lib/api.ts';
import { useCan } from '../../../lib/me.ts';
import { countText } from '../../../lib/money.ts';
import { actorName } from '../../../lib/stamp.ts';
import { minuteText } from '../../../lib/time.ts';
import styles from '../employee-list.module.css';

const BatchWizard = lazyOverlay(async () => (await import('./batch-wizard.tsx')).BatchWizard);

const listShape = {
  filters: { state: choices(limitBatchStates), created: days },
  sortFields: ['createdAt'] as const,
};

/** The batches that change limits by file, and the wizard for a new one. */
export function BatchList({ merchantId }: { merchantId: string | undefined }) {
  const { t } = useTranslation('employee');
  const can = useCan();
  const list = useListState(listShape);
  const { created, ...input } = list.input;
  const [openId, setOpenId] = useOpenRecord(newImport);
  const rows = useQuery(
    api.billChange.queryBatch.queryOptions(
      { ...input, ...ends(created, 'createdFrom', 'createdTo'), ...(merchantId && { merchantId }) },
      { placeholderData: keepPreviousData },
    ),
  );
  const look = useListLook('limitBatch', batchColumns(t, setOpenId));
  return (
    <div className={styles.list}>
      <FilterForm values={list.filters} onSearch={list.setFilters}>
        <FilterChoice name="state" label={t('field.state')} options={enumOptions(limitBatchStateWords)} />
        <FilterSpan name="created" label={t('batch.createdAt')} />
      </FilterForm>
      <PagedTable
        label={t('tab.batches')}
        columns={look.columns}
        rows={rows}
        rowKey={(row) => row.id}
        paging={list.paging}
        onOpen={(row) => setOpenId(row.id)}
        actions={
          <>
            {look.tools}
            {can('limit.upload') && (
              <Button
                type="primary"
                disabled={!merchantId}
                {...(!merchantId && { title: t('batch.merchantFirst') })}
                onClick={() => setOpenId(newImport)}
              >
                {t('batch.new')}
              </Button>
            )}
          </>
        }
      />
      <Suspense>
        <BatchWizard at={openId} merchantId={merchantId} onGo={setOpenId} />
      </Suspense>
    </div>
  );
}

function batchColumns(t: TFunction<'employee'>, open: (id: string) => void): Column<LimitBatch>[] {
  return [
    {
      key: 'batchNo',
      title: t('batch.no'),
      fixed: 'start',
      render: (row) => <RowButton onPress={() => open(row.id)}>{row.batchNo}</RowButton>,
    },
    {
      key: 'state',
      title: t('field.state'),
      render: (row) => <StateTag words={limitBatchStateWords[row.state]} />,
    },
    { key: 'merchant', title: t('field.merchant'), width: 180, render: (row) => row.merchant.name },
    { key: 'total', title: t('batch.total'), align: 'end', render: (row) => countText(row.total) },
    { key: 'changed', title: t('batch.changed'), align: 'end', render: (row) => countText(row.changed) },
    { key: 'failed', title: t('batch.failed'), align: 'end', render: (row) => countText(row.failed) },
    {
      key: 'difference',
      title: t('batch.difference'),
      align: 'money',
      render: (row) => <Money fen={row.differenceAmount} difference />,
    },
    { key: 'reason', title: t('adjustment.reason'), width: 180, render: (row) => row.reason },
    {
      key: 'createdAt',
      title: t('batch.createdAt'),
      sortable: true,
      render: (row) => <span className="figures">{minuteText(row.createdAt)}</span>,
    },
    {
      key: 'createdBy',
      title: t('adjustment.createdBy'),
      render: (row) => (row.createdBy ? actorName(row.createdBy) : '—'),
    },
  ];
}
