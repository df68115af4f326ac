import { RightOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { paths } from '@xyxlx/contracts/paths';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { api } from '../../lib/api.ts';
import { useLabel } from '../../lib/label.ts';
import { countText } from '../../lib/money.ts';
import type { Home } from './home.ts';
import styles from './todo-list.module.css';

type Todo = Home['todos'][number];

// Each leads to exactly the records it counts.
const links: Record<Todo['kind'], string> = {
  batchReady: `${paths.employees}?tab=batches&state=READY`,
  batchFailed: `${paths.employees}?tab=batches&state=FAILED,PARTLY_DONE,STOPPED`,
  billDisputed: `${paths.bill}?state=DISPUTED`,
  lotteryFailed: `${paths.storeLottery}?state=FAILED`,
  fundLow: paths.fund,
};
const urgent: readonly Todo['kind'][] = ['batchFailed', 'billDisputed', 'lotteryFailed', 'fundLow'];

/** What waits for whoever looks, each with the way to it; what they have to approve comes first. */
export function TodoList({ todos }: { todos: readonly Todo[] }) {
  const { t } = useTranslation('home');
  const label = useLabel();
  const waiting = useQuery(
    api.approval.todoCount.queryOptions(undefined, { trpc: { context: { background: true } } }),
  );
  const approvals = (waiting.data?.byType ?? []).map(({ subjectType, subjectTypeLabel, count }) => ({
    key: `approval ${subjectType}`,
    to: `${paths.approval}?subjectType=${subjectType}`,
    words: t('todo.approval', { kind: label(subjectTypeLabel) }),
    count,
    isUrgent: false,
  }));
  const others = todos.map(({ kind, count, since }) => ({
    key: kind,
    to: since ? `${links[kind]}&created=${since}..` : links[kind],
    words: t(`todo.${kind}`),
    count,
    isUrgent: urgent.includes(kind),
  }));
  const all = [...approvals, ...others];
  if (all.length === 0) return <p className={styles.none}>{t('todo.none')}</p>;
  return (
    <ul className={styles.list}>
      {all.map(({ key, to, words, count, isUrgent }) => (
        <li key={key}>
          <Link to={to} className={styles.item ?? ''}>
            <span className={styles.count} data-urgent={isUrgent}>
              {countText(count)}
            </span>
            {words}
            <RightOutlined className={styles.arrow ?? ''} aria-hidden />
          </Link>
        </li>
      ))}
    </ul>
  );
}
