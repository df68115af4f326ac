import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { employeeStateWords } from '@xyxlx/contracts/employee';
import { type IssueTarget, issueTarget } from '@xyxlx/contracts/issue';
import { Form } from 'antd';
import { useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { StateTag } from '../../kit/state-tag.tsx';
import { api } from '../../lib/api.ts';
import { countText } from '../../lib/money.ts';
import styles from './issuing.module.css';

/** Whom the target that is being written means at this moment; nothing while it is not written yet. */
export function useTarget(merchantId: string | undefined) {
  const written: unknown = Form.useWatch('target');
  const target: IssueTarget | undefined = issueTarget.safeParse(useDeferredValue(written)).data;
  return useQuery(
    api.creditLimit.previewTarget.queryOptions(merchantId && target ? { merchantId, target } : skipToken, {
      placeholderData: keepPreviousData,
      staleTime: 10_000,
      trpc: { context: { background: true } },
    }),
  );
}

/** How many of them are in each state, and the first of them by their numbers. */
export function TargetPreview({ merchantId }: { merchantId: string | undefined }) {
  const { t } = useTranslation('issuing');
  const { data } = useTarget(merchantId);
  const states = data?.states ?? [];
  const all = states.reduce((sum, { count }) => sum + count, 0);
  const active = states.find(({ state }) => state === 'ACTIVE')?.count ?? 0;
  const people = data?.people ?? [];
  return (
    <section className={styles.preview} aria-live="polite">
      <h3>{data ? t('target.count', { total: countText(active) }) : t('target.waits')}</h3>
      {data && (
        <>
          <ul className={styles.states}>
            {states.map(({ state, count }) => (
              <li key={state} className="figures">
                <StateTag words={employeeStateWords[state]} /> {countText(count)}
              </li>
            ))}
          </ul>
          <p className={styles.hint}>{t('target.activeAlone')}</p>
          <ul className={styles.people}>
            {people.map(({ id, name, employeeNo, state }) => (
              <li key={id}>
                {name} <small className="figures">{employeeNo}</small>
                {state !== 'ACTIVE' && <StateTag words={employeeStateWords[state]} />}
              </li>
            ))}
          </ul>
          {all > people.length && (
            <p className={styles.hint}>{t('target.more', { total: countText(all - people.length) })}</p>
          )}
        </>
      )}
    </section>
  );
}
