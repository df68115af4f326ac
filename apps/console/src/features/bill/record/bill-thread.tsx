import { useInfiniteQuery } from '@tanstack/react-query';
import type { BillDetail, BillMessage } from '@xyxlx/contracts/bill';
import { billMessageSideWords } from '@xyxlx/contracts/bill-kinds';
import { Alert, Button, Skeleton } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { StateTag } from '../../../kit/state-tag.tsx';
import { api, client } from '../../../lib/api.ts';
import { failureOf } from '../../../lib/failure.ts';
import { actorName } from '../../../lib/stamp.ts';
import { minuteText } from '../../../lib/time.ts';
import styles from './bill-thread.module.css';

/** So many words of a thread are read at once. */
const pageSize = 50;

/** What the two sides wrote about a bill, in their order; nothing where nobody wrote. */
export function BillThread({ bill }: { bill: BillDetail }) {
  const { t } = useTranslation(['bill', 'common']);
  const title = useId();
  const asked = { billId: bill.id, pageSize };
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: [...api.bill.queryBillMessage.pathKey(), asked],
    queryFn: ({ pageParam, signal }) =>
      client.bill.queryBillMessage.query({ ...asked, ...(pageParam && { cursor: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ cursor }) => cursor,
    enabled: bill.messageCount > 0,
  });
  if (bill.messageCount === 0) return null;
  const messages = data?.pages.flatMap(({ list }) => list);
  return (
    <section aria-labelledby={title} className={styles.section}>
      <h3 id={title}>{t('thread.title')}</h3>
      {!messages && error === null && <Skeleton active paragraph={{ rows: 2 }} />}
      {error !== null && <Alert type="warning" showIcon title={failureOf(error).text} />}
      {messages && (
        <ol className={styles.thread}>
          {messages.map((message) => (
            <Message key={message.id} message={message} />
          ))}
        </ol>
      )}
      {hasNextPage && (
        <Button loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
          {t('thread.more')}
        </Button>
      )}
    </section>
  );
}

function Message({ message: { side, text, author, createdAt } }: { message: BillMessage }) {
  return (
    <li data-side={side}>
      <p className={styles.by}>
        <StateTag words={billMessageSideWords[side]} />
        <strong>{actorName(author)}</strong>
        <time dateTime={createdAt} className="figures">
          {minuteText(createdAt)}
        </time>
      </p>
      <p className={styles.text}>{text}</p>
    </li>
  );
}
