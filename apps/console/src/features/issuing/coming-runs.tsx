import { useQuery } from '@tanstack/react-query';
import { paths } from '@xyxlx/contracts/paths';
import { useTranslation } from 'react-i18next';
import { generatePath, Link } from 'react-router';
import { api } from '../../lib/api.ts';
import { amountText } from '../../lib/money.ts';
import styles from './issuing.module.css';
import { SkipRun } from './skip-run.tsx';

const shownAtMost = 12;

/** The next run of each plan that is enabled, the soonest first. */
export function ComingRuns() {
  const { t } = useTranslation('issuing');
  const { data } = useQuery(
    api.autoIssue.queryPlan.queryOptions(
      { state: ['ENABLED'], pageSize: 100 },
      { trpc: { context: { background: true } } },
    ),
  );
  const coming = (data?.list ?? [])
    .flatMap((plan) => (plan.nextRunOn === null ? [] : { ...plan, on: plan.nextRunOn }))
    .toSorted((one, other) => one.on.localeCompare(other.on))
    .slice(0, shownAtMost);
  if (coming.length === 0) return null;
  return (
    <section className={styles.preview} data-quiet="true" aria-label={t('execution.coming')}>
      <h3>{t('execution.coming')}</h3>
      <ol className={styles.runs}>
        {coming.map(({ id, code, name, on, nextAmount, merchant }) => (
          <li key={id}>
            <span className={styles.when}>
              <span className="figures">{on}</span>
              <Link to={generatePath(paths.issueExecutions, { code })}>{name}</Link>
              <small>{merchant.name}</small>
              <SkipRun planId={id} planName={name} runOn={on} />
            </span>
            <span className="figures">{nextAmount === null ? '—' : amountText(nextAmount)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
