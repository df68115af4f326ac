import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Failed } from '../../kit/failed.tsx';
import { recordId } from '../../kit/filters/record-id.ts';
import { Page } from '../../kit/page.tsx';
import { api } from '../../lib/api.ts';
import { useMe, useSeesTenants } from '../../lib/me.ts';
import { momentText } from '../../lib/time.ts';
import styles from './home-page.module.css';
import { KeyFigures } from './key-figures.tsx';
import { TenantPick } from './tenant-pick.tsx';
import { TodoList } from './todo-list.tsx';
import { TopMerchants } from './top-merchants.tsx';
import { Trend } from './trend.tsx';
import { whoseText } from './whose-text.ts';

/** The first look of the day: figures, what waits for me, the last 30 days. */
export function Component() {
  const { t } = useTranslation('home');
  const me = useMe();
  const seesTenants = useSeesTenants();
  const [search, setSearch] = useSearchParams();
  const tenantId = seesTenants ? recordId.read(search.get('tenantId') ?? '') : undefined;
  const {
    data: home,
    error,
    refetch,
  } = useQuery({
    ...api.home.getHome.queryOptions(tenantId ? { tenantId } : {}),
    placeholderData: keepPreviousData,
  });
  return (
    <Page
      title={me ? t('title', { name: me.name }) : '…'}
      {...(home && {
        lead: t('asOf', { whose: whoseText(t, home.whose), time: momentText(home.asOf) }),
      })}
      actions={
        seesTenants && (
          <TenantPick
            value={tenantId}
            onChange={(chosen) => setSearch(chosen ? { tenantId: chosen } : {}, { replace: true })}
          />
        )
      }
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
