import { useQueryClient } from '@tanstack/react-query';
import { useNews } from '../../../kit/desk/use-news.ts';
import { api } from '../../../lib/api.ts';

interface Waiting {
  list: { id: string }[];
  total: number;
}

/** Takes out of the queue at once what waits no more; decided elsewhere, the live channel says so. */
export function useDecided(): (id: string) => void {
  const queries = useQueryClient();

  function leave(id: string): void {
    queries.setQueriesData<Waiting>(api.approval.queryTodo.pathFilter(), (page) => {
      if (!page?.list.some((row) => row.id === id)) return page;
      return { ...page, list: page.list.filter((row) => row.id !== id), total: page.total - 1 };
    });
  }

  useNews([api.approval.pathFilter()], (event) => {
    if (event.type !== 'decided') return false;
    leave(event.approvalId);
    return true;
  });

  return leave;
}
