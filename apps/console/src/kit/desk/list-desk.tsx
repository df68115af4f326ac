import { Alert, Button, Empty, Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../lib/failure.ts';
import { useMedia } from '../../lib/use-media.ts';
import type { RecordAction } from '../actions/record-action.ts';
import { FilterBar } from '../filters/filter-bar.tsx';
import { BulkActions } from '../list/bulk.tsx';
import type { Identified } from '../list/list.tsx';
import { ListPages } from '../list/list-pages.tsx';
import { ListSums, type SumsSource } from '../list/list-sums.tsx';
import { readAll } from '../list/read-all.ts';
import { type ListSource, useList } from '../list/use-list.ts';
import type { Sort } from '../list/use-list-address.ts';
import { useOpenRecord } from '../list/use-open-record.ts';
import { useRowSelection } from '../list/use-row-selection.ts';
import { useTenantFilter } from '../list/use-tenant-filter.ts';
import { ViewTabs } from '../list/view-tabs.tsx';
import { DeskQueue, mostPicked } from './desk-queue.tsx';
import styles from './list-desk.module.css';
import { QueueSteps } from './queue-steps.tsx';
import { useQueue } from './use-queue.ts';

/** From this width on the record stands beside the queue. */
const beside = '(width >= 1100px)';

/** The record at the right of the queue. */
export interface DeskRecordProps {
  id: string;
  /** It waits no more: the next one opens. */
  onDone(): void;
}

interface ListDeskProps<Input, Row extends Identified> extends ListSource<Input, Row> {
  /** Under which views are kept. */
  name: string;
  /** What waits in the queue. */
  label: string;
  /** What the side of the open record is called. */
  recordLabel: string;
  /** The orders to choose from; the first is the usual one. */
  orders: readonly { sort: Sort; label: string }[];
  /** What to call a record, to screen readers and in the answer of a bulk action. */
  nameOf(row: NoInfer<Row>): string;
  /** What a card of the queue shows. */
  card(row: NoInfer<Row>): ReactNode;
  record(props: DeskRecordProps): ReactNode;
  /** What can be done with several; `named` is what to call a picked one. */
  bulk?: (named: (id: string) => string) => readonly RecordAction<never>[];
  sums?: SumsSource;
  /** What is said where nothing waits. */
  none: string;
  ofTenants?: true;
}

/**
 * A queue at the left and one of its records at the right; on a narrow screen the record lies over the queue. The address keeps which one is
 * open; J and K go through the queue, and after a decision the next opens by itself.
 */
export function ListDesk<Input, Row extends Identified>(props: ListDeskProps<Input, Row>) {
  const { name, label, recordLabel, orders, nameOf, card, record, bulk, sums, none } = props;
  const { t } = useTranslation(['kit', 'common']);
  const [openId, open] = useOpenRecord();
  const { filters } = useTenantFilter(props.filters, props.ofTenants);
  const { rows, asked, address } = useList({ ...props, filters });
  const waiting = rows.data?.list;
  const selection = useRowSelection(waiting, nameOf);
  const isBeside = useMedia(beside);
  const { pageNum, pageSize, sort } = address;
  const place = JSON.stringify([asked, pageNum, pageSize, sort]);
  const { shownId, done } = useShown({
    rows: rows.isFetching ? undefined : waiting,
    openId,
    isBeside,
    place,
  });
  const queue = useQueue(waiting ?? [], shownId, open);
  const isFiltered = Object.keys(address.values).length > 0;
  return (
    <>
      <div className={styles.above} data-open={openId !== null}>
        <ViewTabs name={name} query={props.query} filters={filters} scope={props.scope} />
        <FilterBar filters={filters} values={address.values} onSearch={address.setValues} />
      </div>
      {rows.data && rows.error !== null && (
        <Alert type="warning" showIcon title={t('table.stale', { reason: failureOf(rows.error).text })} />
      )}
      <div className={styles.desk} data-open={openId !== null}>
        <section className={styles.queue} aria-label={label} aria-busy={rows.isFetching}>
          <DeskQueue
            rows={waiting}
            total={rows.data?.total}
            error={rows.error}
            onRetry={rows.refetch}
            queue={queue}
            openId={shownId}
            nameOf={nameOf}
            card={card}
            selection={bulk && selection}
            onPickAll={async () => {
              const all = await readAll(props.query, asked, sort, mostPicked);
              selection.add(all.map((row) => [row.id, nameOf(row)]));
            }}
            none={
              isFiltered ? (
                <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('table.noMatch')}>
                  <Button onClick={() => address.setValues({})}>{t('table.dropFilters')}</Button>
                </Empty>
              ) : (
                <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={none} />
              )
            }
            steps={isBeside && <QueueSteps queue={queue} />}
            order={
              <Select
                size="small"
                variant="borderless"
                aria-label={t('desk.order')}
                value={orderOf(orders, address.sort)}
                options={orders.map(({ label: words }, value) => ({ value, label: words }))}
                onChange={(n) => address.setSort(n === 0 ? undefined : orders[n]?.sort)}
              />
            }
          >
            {bulk && <BulkActions selection={selection} actions={bulk(selection.nameOf)} />}
          </DeskQueue>
          {sums && <ListSums source={sums} asked={asked} picked={selection.ids} />}
          <ListPages pageNum={pageNum} pageSize={pageSize} setPage={address.setPage} data={rows.data} />
        </section>
        <section className={styles.record} aria-label={recordLabel}>
          {shownId === null ? (
            <Empty
              className={styles.none ?? ''}
              image={Empty.PRESENTED_IMAGE_SIMPLE}
              description={t('desk.nothingOpen')}
            />
          ) : (
            <>
              {!isBeside && (
                <div className={styles.back}>
                  <Button type="link" onClick={() => open(null)}>
                    {t('desk.back')}
                  </Button>
                  <QueueSteps queue={queue} />
                </div>
              )}
              {record({
                id: shownId,
                onDone() {
                  done(shownId);
                  queue.leave();
                },
              })}
            </>
          )}
        </section>
      </div>
    </>
  );
}

interface Shown {
  /** The queue, once it has been read. */
  rows: readonly Identified[] | undefined;
  openId: string | null;
  isBeside: boolean;
  /** What the queue is asked for: another queue begins with its own first. */
  place: string;
}

/** The open record; beside the queue the first one is shown until another is opened, and stays though it leaves the queue. */
function useShown({ rows, openId, isBeside, place }: Shown) {
  const [pin, setPin] = useState<{ id: string | null; place: string }>({ id: null, place });
  const [doneId, setDoneId] = useState<string | null>(null);
  // What was just decided may be in the queue for a moment yet.
  const firstId = rows?.find(({ id }) => id !== doneId)?.id ?? null;
  const pinned = pin.place === place ? pin.id : null;
  const next = openId !== null || !isBeside ? null : (pinned ?? firstId);
  if (next !== pin.id || pin.place !== place) setPin({ id: next, place });
  return {
    shownId: openId ?? next,
    done(id: string): void {
      setDoneId(id);
      setPin({ id: null, place });
    },
  };
}

function orderOf(orders: readonly { sort: Sort }[], sort: Sort | undefined): number {
  const at = orders.findIndex((one) => one.sort.field === sort?.field && one.sort.order === sort.order);
  return Math.max(at, 0);
}
