import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLiveEvents } from '../../../kit/use-live.ts';
import { api } from '../../../lib/api.ts';

/** So long several decisions elsewhere wait to be read as one, in ms. */
const readAfter = 300;

interface Waiting {
  list: { id: string }[];
  total: number;
}

/** Takes out of the queue at once what waits no more; decided elsewhere, the live channel says so. */
export function useDecided(): (id: string) => void {
  const queries = useQueryClient();
  const reading = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(reading.current), []);

  function leave(id: string): void {
    queries.setQueriesData<Waiting>(api.approval.queryTodo.pathFilter(), (page) => {
      if (!page?.list.some((row) => row.id === id)) return page;
      return { ...page, list: page.list.filter((row) => row.id !== id), total: page.total - 1 };
    });
  }

  useLiveEvents((event) => {
    // A channel that was away may have missed some.
    if (event.type !== 'decided' && event.type !== 'ready') return;
    if (event.type === 'decided') leave(event.approvalId);
    clearTimeout(reading.current);
    reading.current = setTimeout(() => queries.invalidateQueries(api.approval.pathFilter()), readAfter);
  });

  return leave;
}
