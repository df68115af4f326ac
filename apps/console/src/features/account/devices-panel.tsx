import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { SessionList } from '../../kit/auth/session-list.tsx';
import { confirm } from '../../kit/confirm.ts';
import { api } from '../../lib/api.ts';
import { deviceName } from '../../lib/device-name.ts';
import { notify } from '../../lib/notify.ts';
import styles from './account.module.css';

/** Where one is signed in, with the means to end each other device or all of them. */
export function DevicesPanel() {
  const { t } = useTranslation('account');
  const queryClient = useQueryClient();
  const sessions = useQuery(api.userAccount.querySession.queryOptions({}));
  const refresh = () => queryClient.invalidateQueries(api.userAccount.querySession.pathFilter());
  const end = useMutation(
    api.userAccount.endSession.mutationOptions({
      onSuccess: () => notify('success', t('devices.ended')),
      onSettled: refresh,
    }),
  );
  const endOthers = useMutation(
    api.userAccount.endOtherSessions.mutationOptions({
      onSuccess: ({ ended }) => notify('success', t('devices.endedCount', { count: ended })),
      onSettled: refresh,
    }),
  );
  const others = sessions.data?.list.filter(({ current }) => !current).length ?? 0;

  async function askAndEnd(id: string, device: string): Promise<void> {
    const title = t('devices.end.title', { device: deviceName(device) });
    if (
      await confirm({ title, content: t('devices.end.words'), okText: t('devices.end'), isDangerous: true })
    ) {
      end.mutate({ id });
    }
  }

  async function askAndEndOthers(): Promise<void> {
    const title = t('devices.endOthers.title', { count: others });
    if (
      await confirm({
        title,
        content: t('devices.endOthers.words'),
        okText: t('devices.end'),
        isDangerous: true,
      })
    ) {
      endOthers.mutate({});
    }
  }

  return (
    <section aria-label={t('devices.title')}>
      <header className={styles.head}>
        <span className={styles.hint}>
          {sessions.data && t(others === 0 ? 'devices.only' : 'devices.count', { count: others + 1 })}
        </span>
        <Button danger disabled={others === 0} loading={endOthers.isPending} onClick={askAndEndOthers}>
          {t('devices.endOthers')}
        </Button>
      </header>
      <SessionList
        label={t('devices.title')}
        sessions={sessions}
        onEnd={({ id, device }) => askAndEnd(id, device)}
      />
    </section>
  );
}
