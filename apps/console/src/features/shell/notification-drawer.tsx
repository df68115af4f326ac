import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { NotificationRow } from '@xyxlx/contracts/notification';
import { maxPageSize } from '@xyxlx/contracts/paging';
import { paths } from '@xyxlx/contracts/paths';
import { Button, Drawer } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { api } from '../../lib/api.ts';
import { minuteText } from '../../lib/time.ts';
import styles from './notification-drawer.module.css';

const pageSize = 20;

/** The notifications, newest first; opening one marks it as read. */
export function NotificationDrawer({ open, onClose }: { open: boolean; onClose(): void }) {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [shown, setShown] = useState(pageSize);
  const list = useQuery(
    api.notification.queryNotification.queryOptions(
      { pageSize: shown },
      { enabled: open, placeholderData: keepPreviousData, trpc: { context: { background: true } } },
    ),
  );
  const markRead = useMutation(
    api.notification.markRead.mutationOptions({
      trpc: { context: { background: true } },
      onSuccess: () => queries.invalidateQueries(api.notification.pathFilter()),
    }),
  );
  const rows = list.data?.list ?? [];

  function follow(row: NotificationRow): void {
    if (row.readAt === null) markRead.mutate({ ids: [row.id] });
    if (row.link === null) return;
    onClose();
    navigate(row.link);
  }

  return (
    <Drawer
      open={open}
      onClose={onClose}
      size={400}
      title={t('bell.title')}
      extra={
        rows.some((row) => row.readAt === null) && (
          <Button type="link" onClick={() => markRead.mutate({})}>
            {t('bell.readAll')}
          </Button>
        )
      }
      footer={
        <Link to={paths.notification} onClick={onClose}>
          {t('bell.all')}
        </Link>
      }
      styles={{ body: { padding: 0 } }}
    >
      {rows.length === 0 && !list.isPending && <p className={styles.none}>{t('bell.none')}</p>}
      <ul className={styles.list}>
        {rows.map((row) => (
          <li key={row.id}>
            <button type="button" data-unread={row.readAt === null} onClick={() => follow(row)}>
              <span>{row.title}</span>
              <time dateTime={row.createdAt} className="figures">
                {minuteText(row.createdAt)}
              </time>
            </button>
          </li>
        ))}
      </ul>
      {list.data?.cursor && shown < maxPageSize && (
        <Button type="link" block loading={list.isFetching} onClick={() => setShown(shown + pageSize)}>
          {t('bell.more')}
        </Button>
      )}
    </Drawer>
  );
}
