import { RightOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { paths } from '@xyxlx/contracts/paths';
import { useTranslation } from 'react-i18next';
import { generatePath, Link } from 'react-router';
import { api } from '../../lib/api.ts';
import { useLabel } from '../../lib/label.ts';
import { countText } from '../../lib/money.ts';
import { declaredScreens } from '../../lib/screen-map.ts';
import { businessToday } from '../../lib/time.ts';
import type { Home } from './home.ts';
import styles from './todo-list.module.css';

type Todo = Home['todos'][number];

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
  const others = todos.flatMap(({ kind, count, since }) =>
    declaredScreens().flatMap(({ path, todos: declared = {} }) => {
      const todo = new Map(Object.entries(declared)).get(kind);
      if (!todo) return [];
      const { title, query, isUrgent = false } = todo;
      // Each leads to exactly the records it counts.
      const asked = typeof query === 'function' ? query(businessToday()) : query;
      const search = [asked, since && `created=${since}..`].filter(Boolean).join('&');
      return {
        key: kind,
        to: { pathname: generatePath(path, {}), search },
        words: label(title),
        count,
        isUrgent,
      };
    }),
  );
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
