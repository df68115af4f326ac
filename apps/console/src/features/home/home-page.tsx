import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { Failed } from '../../kit/failed.tsx';
import { Page } from '../../kit/page.tsx';
import { api } from '../../lib/api.ts';
import { useMe } from '../../lib/me.ts';
import { momentText } from '../../lib/time.ts';
import styles from './home-page.module.css';
import { KeyFigures } from './key-figures.tsx';
import { TodoList } from './todo-list.tsx';
import { TopMerchants } from './top-merchants.tsx';
import { Trend } from './trend.tsx';

/** The first look of the day: figures, what waits for me, the last 30 days. */
export function Component() {
  const { t } = useTranslation('home');
  const me = useMe();
  const { data: home, error, refetch } = useQuery(api.home.getHome.queryOptions());
  return (
    <Page
      title={me ? t('title', { name: me.name }) : '…'}
      {...(home && { lead: t('asOf', { time: momentText(home.asOf) }) })}
    >
      {!home && !error && <Skeleton active paragraph={{ rows: 12 }} />}
      {!home && error && <Failed error={error} onRetry={refetch} />}
      {home && (
        <>
          <KeyFigures home={home} />
          <div className={styles.columns}>
            <section className={styles.card}>
              <h2>{t('trend.title')}</h2>
              <Trend trend={home.trend} />
            </section>
            <section className={styles.card}>
              <h2>{t('todo.title')}</h2>
              <TodoList todos={home.todos} />
            </section>
          </div>
          <section className={styles.card}>
            <h2>{t('top.title')}</h2>
            <TopMerchants merchants={home.topMerchants} />
          </section>
        </>
      )}
    </Page>
  );
}
