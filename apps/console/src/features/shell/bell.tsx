import { BellOutlined } from '@ant-design/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIdle } from '../../kit/use-idle.ts';
import { useLiveEvents } from '../../kit/use-live.ts';
import { api } from '../../lib/api.ts';
import { labelText } from '../../lib/label.ts';
import { notify } from '../../lib/notify.ts';
import styles from './bell.module.css';

const NotificationDrawer = lazy(async () => ({
  default: (await import('./notification-drawer.tsx')).NotificationDrawer,
}));

const openId = /[?&]open=([\w-]+)/;

/** How many notifications wait; new ones arrive by the live channel, the list lies in a drawer. */
export function Bell() {
  const { t } = useTranslation('shell');
  const queries = useQueryClient();
  const [drawer, setDrawer] = useState<'never' | 'open' | 'closed'>('never');
  const unread = useQuery(
    api.notification.unreadCount.queryOptions(undefined, { trpc: { context: { background: true } } }),
  );
  const count = unread.data?.count ?? 0;
  // The screen's own calls and rows come first.
  const isIdle = useIdle();

  useLiveEvents((event) => {
    // A channel that was away may have missed some.
    if (event.type === 'notification') notify('info', labelText(event.notification.title));
    if (event.type === 'notification' || event.type === 'ready') {
      queries.invalidateQueries(api.notification.pathFilter());
    }
    // What waits and what became of it, wherever it is on the screen: the approval, and the record that it is about.
    if (event.type === 'notification' && event.notification.kind.startsWith('approval.')) {
      queries.invalidateQueries(api.approval.pathFilter());
      const id = openId.exec(event.notification.link ?? '')?.[1];
      if (id) {
        queries.invalidateQueries({ predicate: ({ queryKey }) => JSON.stringify(queryKey).includes(id) });
      }
    }
  }, isIdle);

  return (
    <>
      <Button
        type="text"
        className={styles.bell ?? ''}
        icon={<BellOutlined />}
        aria-label={t('bell.label', { unread: count })}
        title={t('bell.title')}
        onClick={() => setDrawer('open')}
      >
        {count > 0 && (
          <span aria-hidden="true" className={styles.count}>
            {count > 99 ? '99+' : count}
          </span>
        )}
      </Button>
      {drawer !== 'never' && (
        <Suspense>
          <NotificationDrawer open={drawer === 'open'} onClose={() => setDrawer('closed')} />
        </Suspense>
      )}
    </>
  );
}
