import { useMutation } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { countText } from '../../lib/money.ts';
import { Failed } from '../failed.tsx';
import type { Identified } from '../list/list.tsx';
import { RowBox } from '../list/row-box.tsx';
import type { RowSelection } from '../list/use-row-selection.ts';
import styles from './list-desk.module.css';
import type { Queue } from './use-queue.ts';

interface DeskQueueProps<Row> {
  /** Undefined before the first answer. */
  rows: readonly Row[] | undefined;
  total: number | undefined;
  error: unknown;
  onRetry(): unknown;
  queue: Queue;
  openId: string | null;
  nameOf(row: Row): string;
  card(row: Row): ReactNode;
  /** Left out where nothing can be done with several. */
  selection: RowSelection | undefined;
  /** Picks all that there is, or the first `mostPicked`. */
  onPickAll(): Promise<void>;
  none: ReactNode;
  /** Chooses the order. */
  order: ReactNode;
  /** Goes through the queue. */
  steps: ReactNode;
  /** What can be done with the picked ones. */
  children: ReactNode;
}

/** So many are picked at once. */
export const mostPicked = 1_000;

/** What waits, one card below the other, with boxes to pick several and the keys that go through it. */
export function DeskQueue<Row extends Identified>(props: DeskQueueProps<Row>) {
  const { rows, total, error, onRetry, queue, openId, nameOf, card, selection, none, order, steps } = props;
  const { t } = useTranslation('kit');
  const picked = new Set(selection?.ids);
  return (
    <>
      <header className={styles.head}>
        {selection && rows && rows.length > 0 && <PickAll rows={rows} selection={selection} />}
        <p aria-live="polite" className="figures">
          {total !== undefined && t('table.total', { total: countText(total) })}
          {picked.size > 0 && ` · ${t('table.selected', { count: picked.size })}`}
        </p>
        {selection &&
          total !== undefined &&
          rows &&
          total > rows.length &&
          picked.size < Math.min(total, mostPicked) && <PickTotal total={total} onPick={props.onPickAll} />}
        {order}
        {steps}
        {picked.size > 0 && <div className={styles.bulk}>{props.children}</div>}
      </header>
      {!rows && error === null && <Skeleton className={styles.waits ?? ''} active paragraph={{ rows: 6 }} />}
      {!rows && error !== null && <Failed error={error} onRetry={onRetry} />}
      {rows?.length === 0 && none}
      {rows && rows.length > 0 && (
        <ul className={styles.cards}>
          {rows.map((row) => (
            <li key={row.id} data-picked={picked.has(row.id)}>
              {selection && (
                <RowBox
                  label={t('desk.select', { name: nameOf(row) })}
                  isChecked={picked.has(row.id)}
                  onChange={() => selection.change((before) => toggled(before, row.id))}
                />
              )}
              <button
                type="button"
                className={styles.card}
                aria-current={row.id === openId}
                ref={row.id === openId ? queue.cardRef : undefined}
                onClick={() => queue.open(row.id)}
              >
                {card(row)}
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** More than the page shows: all of it, or as many as can be picked. */
function PickTotal({ total, onPick }: { total: number; onPick(): Promise<void> }) {
  const { t } = useTranslation('kit');
  const pick = useMutation({ mutationFn: onPick });
  return (
    <Button type="link" size="small" loading={pick.isPending} onClick={() => pick.mutate()}>
      {t(total > mostPicked ? 'desk.pickFirst' : 'desk.pickAll', {
        total: countText(Math.min(total, mostPicked)),
      })}
    </Button>
  );
}

function PickAll({ rows, selection }: { rows: readonly Identified[]; selection: RowSelection }) {
  const { t } = useTranslation('kit');
  const here = rows.filter(({ id }) => selection.state[id]);
  const isAll = here.length === rows.length;
  return (
    <RowBox
      label={t('table.selectPage')}
      isChecked={isAll}
      isPartly={here.length > 0 && !isAll}
      onChange={() =>
        selection.change((before) => ({
          ...without(
            before,
            rows.map(({ id }) => id),
          ),
          ...(!isAll && Object.fromEntries(rows.map(({ id }) => [id, true as const]))),
        }))
      }
    />
  );
}

function toggled(before: Picked, id: string): Picked {
  return before[id] ? without(before, [id]) : { ...before, [id]: true as const };
}

type Picked = Record<string, true>;

/** What is picked is a key of it, whatever stands there. */
function without(before: Picked, ids: readonly string[]): Picked {
  return Object.fromEntries(Object.entries(before).filter(([id]) => !ids.includes(id)));
}
