import { useMutation } from '@tanstack/react-query';
import type { NotificationRow } from '@xyxlx/contracts/notification';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { singleFilter } from '../../kit/filters/single-filter.tsx';
import { ListScreen } from '../../kit/list/list-screen.tsx';
import { ToneTag } from '../../kit/tone-tag.tsx';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';

/** All notifications of the caller; opening one marks it as read and leads to what it tells of. */
export function Component() {
  const { t } = useTranslation('notification');
  const navigate = useNavigate();
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

  return (
    <ListScreen
      name="notification"
      title={t('title')}
      lead={t('lead')}
      query={api.notification.queryNotification}
      sortFields={['createdAt']}
      filters={[
        singleFilter('unread', t('state'), [{ value: '1', label: t('unread'), wire: true as const }]),
      ]}
      columns={(cell) => [
        cell.name('title', t('words'), (row) => row.title, { width: 640 }),
        cell.custom('state', t('state'), ({ readAt }) => (
          <ToneTag tone={readAt === null ? 'info' : 'quiet'}>
            {t(readAt === null ? 'unread' : 'read')}
          </ToneTag>
        )),
        cell.moment('createdAt', t('createdAt'), (row) => row.createdAt),
      ]}
      screenActions={
        <Button loading={markAll.isPending} onClick={() => markAll.mutate({})}>
          {t('readAll')}
        </Button>
      }
      onOpen={follow}
    />
  );
}
