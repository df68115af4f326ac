import { RightOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { countText } from '../../lib/money.ts';
import type { Home } from './home.ts';
import styles from './todo-list.module.css';

type Todo = Home['todos'][number];

// Each leads to exactly the records it counts.
const links: Record<Todo['kind'], string> = {
  merchantPending: '/layout/merchant?state=PENDING',
  batchReady: '/layout/userlist?tab=batches&state=READY',
  batchFailed: '/layout/userlist?tab=batches&state=FAILED,PARTLY_DONE',
  billIssued: '/layout/bill?state=ISSUED',
  billDisputed: '/layout/bill?state=DISPUTED',
  lotteryFailed: '/layout/merchant/storelottery?state=FAILED',
  fundLow: '/layout/platform/fundmana',
};
const urgent: readonly Todo['kind'][] = ['batchFailed', 'billDisputed', 'lotteryFailed', 'fundLow'];

/** What waits for whoever looks, each with the way to it. */
export function TodoList({ todos }: { todos: readonly Todo[] }) {
  const { t } = useTranslation('home');
  if (todos.length === 0) return <p className={styles.none}>{t('todo.none')}</p>;
  return (
    <ul className={styles.list}>
      {todos.map(({ kind, count }) => (
        <li key={kind}>
          <Link to={links[kind]} className={styles.item ?? ''}>
            <span className={styles.count} data-urgent={urgent.includes(kind)}>
              {countText(count)}
            </span>
            {t(`todo.${kind}`)}
            <RightOutlined className={styles.arrow ?? ''} aria-hidden />
          </Link>
        </li>
      ))}
    </ul>
  );
}
