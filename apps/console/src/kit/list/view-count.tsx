import { useQuery } from '@tanstack/react-query';
import { countText } from '../../lib/money.ts';
import { optionsOf } from '../../lib/query-of.ts';
import { wireOf } from '../filters/filter.ts';
import { useIdle } from '../use-idle.ts';
import { readValues } from './use-list-address.ts';
import type { ViewSource } from './view-source.ts';
import styles from './view-tabs.module.css';

/** How many records a view has, of those that the user sees: asked for once the list has its rows, and nobody waits for it. */
export function ViewCount({ source, search }: { source: ViewSource; search: string }) {
  const { query, filters, scope } = source;
  const values = readValues(new URLSearchParams(search), filters);
  const input = { ...wireOf(filters, values), ...scope, pageNum: 1, pageSize: 1 };
  const { data } = useQuery({
    ...optionsOf(query, input, { background: true }),
    enabled: useIdle(),
    staleTime: 60_000,
    retry: false,
  });
  if (!data) return null;
  return (
    <span className={styles.count}>
      {countText(data.total)}
      {data.totalIsEstimate && '+'}
    </span>
  );
}
