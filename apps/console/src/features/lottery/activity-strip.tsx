import { useQuery } from '@tanstack/react-query';
import { Progress } from 'antd';
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
            <span className="figures">
              {dayText(activity.startsAt)} – {dayText(activity.endsAt)}
            </span>
          </header>
          <Progress
            percent={share(activity.spentAmount, activity.budgetAmount)}
            size="small"
            strokeColor="var(--brand)"
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

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10;
}
