import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { countText, yuanText } from '../../lib/money.ts';
import { dayText } from '../../lib/time.ts';
import styles from './activity-strip.module.css';

/** The activities with what is left of their budgets and prizes. */
export function ActivityStrip() {
  const { t } = useTranslation('lottery');
  const { data = [] } = useQuery(api.lottery.queryActivity.queryOptions(undefined, { staleTime: 30_000 }));
  if (data.length === 0) return null;
  return (
    <section aria-label={t('activity.title')} className={styles.strip}>
      {data.map((activity) => (
        <article key={activity.id} className={styles.activity}>
          <header className={styles.head}>
            <h2>{activity.name}</h2>
            {activity.tenant && <span>{activity.tenant}</span>}
            <span className={styles.days}>
              {dayText(activity.startsAt)} – {dayText(activity.endsAt)}
            </span>
          </header>
          <progress
            className={styles.progress}
            value={activity.spentAmount}
            max={Math.max(1, activity.budgetAmount)}
            aria-label={t('activity.budget')}
          />
          <p className={styles.budget}>
            {t('activity.spent', {
              spent: yuanText(activity.spentAmount),
              budget: yuanText(activity.budgetAmount),
            })}
          </p>
          <ul className={styles.prizes}>
            {activity.prizes.map(({ id, name, stock, type }) => (
              <li key={id}>
                {name}
                {type !== 'NONE' && <span className="figures"> ×{countText(stock)}</span>}
              </li>
            ))}
          </ul>
        </article>
      ))}
    </section>
  );
}
