import { useInfiniteQuery } from '@tanstack/react-query';
import { cardOrderStateWords } from '@xyxlx/contracts/card-order-kinds';
import { Button, ConfigProvider, Empty, Skeleton } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Failed } from '../../kit/failed.tsx';
import { lazyOverlay } from '../../kit/lazy-overlay.ts';
import { useOpenRecord } from '../../kit/list/use-open-record.ts';
import { Page } from '../../kit/page.tsx';
import { StateTag } from '../../kit/state-tag.tsx';
import { api, client } from '../../lib/api.ts';
import { amountText, countText } from '../../lib/money.ts';
import { minuteText } from '../../lib/time.ts';
import styles from './my-orders.module.css';

const MyOrderDrawer = lazyOverlay(async () => (await import('./my-order-drawer.tsx')).MyOrderDrawer);
const MyOrderForm = lazy(async () => ({ default: (await import('./my-order-form.tsx')).MyOrderForm }));

/** 我的订单: the card orders that one made; made for a phone. */
export function Component() {
  const { t } = useTranslation('order');
  const [openId, setOpenId] = useOpenRecord();
  const [isAdding, setAdding] = useState(false);
  const { data, error, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: api.own.queryOrder.pathKey(),
    queryFn: ({ pageParam, signal }) =>
      client.own.queryOrder.query({ ...(pageParam && { cursor: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ cursor }) => cursor,
  });
  const orders = data?.pages.flatMap(({ list }) => list);
  const add = (
    <Button type="primary" onClick={() => setAdding(true)}>
      {t('add')}
    </Button>
  );
  return (
    // Large enough for a thumb: buttons and fields of 40 px, in dialogs too.
    <ConfigProvider componentSize="large">
      <Page title={t('mine.title')} lead={t('mine.lead')} actions={orders && orders.length > 0 && add}>
        {!orders && error !== null && <Failed error={error} onRetry={refetch} />}
        {!orders && error === null && <Skeleton active />}
        {orders?.length === 0 && (
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('mine.none')}>
            {add}
          </Empty>
        )}
        {orders && orders.length > 0 && (
          <ul className={styles.orders} aria-label={t('mine.title')}>
            {orders.map(({ id, no, state, quantity, payableAmount, merchant, createdAt }) => (
              <li key={id}>
                <button type="button" className={styles.order} onClick={() => setOpenId(id)}>
                  <span className={styles.head}>
                    <span className="figures">{no}</span>
                    <StateTag words={cardOrderStateWords[state]} />
                  </span>
                  <span className={styles.head}>
                    <span>{t('mine.cards', { count: quantity, total: countText(quantity) })}</span>
                    <strong className="figures">{amountText(payableAmount)}</strong>
                  </span>
                  <span className={styles.small}>{[merchant.name, minuteText(createdAt)].join(' · ')}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
        {hasNextPage && (
          <div className={styles.more}>
            <Button block onClick={() => fetchNextPage()}>
              {t('mine.more')}
            </Button>
          </div>
        )}
      </Page>
      <Suspense>
        <MyOrderDrawer id={openId} onClose={() => setOpenId(null)} />
        {isAdding && <MyOrderForm order={null} onClose={() => setAdding(false)} />}
      </Suspense>
    </ConfigProvider>
  );
}
