import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import type { NotificationRow } from '@xyxlx/contracts/notification';
import { Button, Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { Column } from '../../kit/column.ts';
import { Page } from '../../kit/page.tsx';
import { PagedTable } from '../../kit/paged-table.tsx';
import { RowButton } from '../../kit/row-button.tsx';
import { ToneTag } from '../../kit/tone-tag.tsx';
import { useCursorInput } from '../../kit/use-cursor-input.ts';
import { type FilterCodec, useListState } from '../../kit/use-list-state.ts';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { momentText } from '../../lib/time.ts';

const onlyTrue: FilterCodec<true> = {
  read: (value) => (value === '1' ? true : undefined),
  write: () => '1',
};

const listShape = { filters: { unread: onlyTrue }, sortFields: ['createdAt'] as const };

/** All notifications of the caller; opening one marks it as read and leads to what it tells of. */
export function Component() {
  const { t } = useTranslation('notification');
  const navigate = useNavigate();
  const list = useListState(listShape);
  const pages = useCursorInput(list.input);
  const rows = useQuery(
    api.notification.queryNotification.queryOptions(pages.input, { placeholderData: keepPreviousData }),
  );
  pages.learn(rows);
  const markRead = useMutation(
    api.notification.markRead.mutationOptions({
      trpc: { context: { background: true } },
      onSuccess: () => queryClient.invalidateQueries(api.notification.pathFilter()),
    }),
  );
  const markAll = useMutation(
    api.notification.markRead.mutationOptions({
      onSuccess: () => acted(t('readAll.done'), api.notification.pathFilter()),
    }),
  );

  function follow({ id, readAt, link }: NotificationRow): void {
    if (readAt === null) markRead.mutate({ ids: [id] });
    if (link !== null) navigate(link);
  }

  const columns: Column<NotificationRow>[] = [
    {
      key: 'title',
      title: t('words'),
      width: 620,
      render: (row) => <RowButton onPress={() => follow(row)}>{row.title}</RowButton>,
    },
    {
      key: 'state',
      title: t('state'),
      render: ({ readAt }) => (
        <ToneTag tone={readAt === null ? 'info' : 'quiet'}>{t(readAt === null ? 'unread' : 'read')}</ToneTag>
      ),
    },
    {
      key: 'createdAt',
      title: t('createdAt'),
      sortable: true,
      render: ({ createdAt }) => <span className="figures">{momentText(createdAt)}</span>,
    },
  ];

  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      actions={
        <Button loading={markAll.isPending} onClick={() => markAll.mutate({})}>
          {t('readAll')}
        </Button>
      }
    >
      <PagedTable
        label={t('title')}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        paging={list.paging}
        onOpen={follow}
        actions={
          <Segmented
            value={list.filters.unread ? 'unread' : 'all'}
            options={[
              { value: 'all', label: t('all') },
              { value: 'unread', label: t('unread') },
            ]}
            onChange={(value) => list.setFilters(value === 'unread' ? { unread: true } : {})}
          />
        }
      />
    </Page>
  );
}
