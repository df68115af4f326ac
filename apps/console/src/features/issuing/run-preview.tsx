import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import {
  type autoIssue as contract,
  type IssuePlanRow,
  maxPreview,
  type PreviewedRun,
} from '@xyxlx/contracts/issue-plan';
import { weekdayWords } from '@xyxlx/contracts/rule-condition';
import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { ToneTag } from '../../kit/tone-tag.tsx';
import { api } from '../../lib/api.ts';
import { failureOf } from '../../lib/failure.ts';
import { useLabel } from '../../lib/label.ts';
import { amountText, countText, yuanText } from '../../lib/money.ts';
import { minuteText } from '../../lib/time.ts';
import styles from './issuing.module.css';
import { SkipRun } from './skip-run.tsx';

interface RunPreviewProps {
  /** The plan that is there, or the one that is being written; undefined while that isn't whole. */
  asked: z.input<typeof contract.previewPlan.input> | undefined;
  /** The plan whose runs they are, below what was done: in grey, as they are still to come, and each can be skipped. */
  of?: Pick<IssuePlanRow, 'id' | 'name' | 'state'>;
}

/** The next twelve runs of a plan: when, for how many, how much, and what the company's fund has left. */
export function RunPreview({ asked, of }: RunPreviewProps) {
  const { t } = useTranslation('issuing');
  const { data, error, isFetching } = useQuery(
    api.autoIssue.previewPlan.queryOptions(asked ?? skipToken, {
      placeholderData: keepPreviousData,
      staleTime: 10_000,
      trpc: { context: { background: true } },
    }),
  );
  const runs = asked && data;
  return (
    <section
      className={styles.preview}
      aria-label={t('preview.title', { count: maxPreview })}
      aria-busy={isFetching}
      data-quiet={of !== undefined}
    >
      <h3>{t('preview.title', { count: maxPreview })}</h3>
      {!asked && <p className={styles.hint}>{t('preview.waits')}</p>}
      {asked && error !== null && <p className={styles.hint}>{failureOf(error).text}</p>}
      {asked && !data && error === null && <Skeleton active paragraph={{ rows: 6 }} title={false} />}
      {runs?.length === 0 && <p className={styles.hint}>{t('preview.none')}</p>}
      {runs && runs.length > 0 && (
        <ol className={styles.runs}>
          {runs.map((run) => (
            <Run key={`${run.runOn} ${run.period}`} run={run} of={of} />
          ))}
        </ol>
      )}
    </section>
  );
}

function Run({ run, of }: { run: PreviewedRun; of: RunPreviewProps['of'] }) {
  const { t } = useTranslation('issuing');
  const label = useLabel();
  const { runAt, runOn, period, people, joiners, amount, lastDay, fundAfter, note } = run;
  return (
    <li>
      <span className={styles.when}>
        <span className="figures">{runAt === null ? runOn.slice(0, 4) : minuteText(runAt)}</span>
        {runAt !== null && <small>{label(weekdayWords[weekdayOf(minuteText(runAt))])}</small>}
        {period !== null && period !== runOn && <small className="figures">{period}</small>}
        {note && <ToneTag tone="bad">{note}</ToneTag>}
        {of?.state === 'ENABLED' && runAt !== null && (
          <SkipRun planId={of.id} planName={of.name} runOn={runOn} />
        )}
      </span>
      {runAt !== null && (
        <>
          <strong className="figures">{amountText(amount)}</strong>
          <small className={styles.what}>
            {[
              t('preview.people', { total: countText(people) }),
              joiners > 0 && t('preview.joiners', { total: countText(joiners) }),
              lastDay === null ? t('forGood') : t('preview.lastDay', { day: lastDay }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </small>
          <small data-short={fundAfter < 0}>{t('preview.after', { amount: yuanText(fundAfter) })}</small>
        </>
      )}
    </li>
  );
}

/** 1 is Monday, 7 Sunday. */
function weekdayOf(day: string): keyof typeof weekdayWords {
  return (new Date(`${day.slice(0, 10)}T00:00:00Z`).getUTCDay() || 7) as keyof typeof weekdayWords;
}
