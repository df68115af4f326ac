// From antd's index would come its static messages as well.
import useNotification from 'antd/es/notification/useNotification';
import { useEffect } from 'react';
import { type NoticeKind, takeNotices } from '../lib/notify.ts';
import { AntdProvider } from './antd-provider.tsx';
import styles from './notices.module.css';

const shownSeconds: Record<NoticeKind, number> = { success: 3, info: 4, error: 6 };

const look = {
  placement: 'top',
  top: 16,
  maxCount: 4,
  stack: false,
  classNames: { listContent: styles.list ?? '', root: styles.notice ?? '' },
} as const;

/** The short messages at the top of the screen; read out by screen readers, errors at once. */
export function Notices() {
  return (
    <AntdProvider>
      <Holder />
    </AntdProvider>
  );
}

function Holder() {
  const [shown, holder] = useNotification(look);

  useEffect(
    () =>
      takeNotices((kind, text) =>
        shown.open({
          // The same words take the place of those that are there.
          key: text,
          type: kind,
          title: text,
          duration: shownSeconds[kind],
          role: kind === 'error' ? 'alert' : 'status',
        }),
      ),
    [shown],
  );

  return holder;
}
