import { skipToken, useQuery } from '@tanstack/react-query';
import { type operationLog as contract, operationResultWords } from '@xyxlx/contracts/operation-log';
import { paths } from '@xyxlx/contracts/paths';
import { Alert, Button, Empty, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import type { z } from 'zod';
import { Failed } from '../../kit/failed.tsx';
import { Page } from '../../kit/page.tsx';
import { actorText } from '../../lib/actor-text.ts';
import { api } from '../../lib/api.ts';
import { useLabel } from '../../lib/label.ts';
import { momentText } from '../../lib/time.ts';
import { ChangeTable } from './change-table.tsx';
import { LogFacts } from './log-facts.tsx';
import styles from './operation-log-detail-page.module.css';
import { targetText } from './target-text.ts';

type Detail = z.infer<typeof contract.getOperationLog.output>;

/** One row of the operation log: who did what to what, from where, and what changed. */
export function Component() {
  const { t } = useTranslation('operation-log');
  const label = useLabel();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const id = search.get('id');
  const { data, error, refetch } = useQuery(
    api.operationLog.getOperationLog.queryOptions(id ? { id } : skipToken),
  );
  return (
    <Page
      title={data ? label(data.actionLabel) : t('detail.title')}
      {...(data && {
        lead: `${actorText(data.actor)} · ${momentText(data.createdAt)} · ${targetText(data, label)}`,
      })}
      actions={<Button onClick={() => navigate(paths.operationLog)}>{t('detail.back')}</Button>}
    >
      {id === null && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('detail.none')} />}
      {!data && error && <Failed error={error} onRetry={refetch} />}
      {id !== null && !data && !error && <Skeleton active paragraph={{ rows: 10 }} />}
      {data?.failure && (
        <Alert
          showIcon
          type={data.result === 'REFUSED' ? 'warning' : 'error'}
          title={label(operationResultWords[data.result])}
          description={label(data.failure.message)}
        />
      )}
      {data && (
        <div className={styles.columns}>
          <div className={styles.stack}>
            <section className={styles.card}>
              <h2 className={styles.title}>{t(headingOf(data))}</h2>
              <ChangeTable log={data} />
            </section>
            <Related log={data} />
            <details className={styles.card}>
              <summary className={styles.title}>{t('detail.raw')}</summary>
              <pre className={styles.raw}>
                {JSON.stringify({ before: data.before, after: data.after }, null, 2)}
              </pre>
            </details>
          </div>
          <LogFacts log={data} />
        </div>
      )}
    </Page>
  );
}

// What is new, and what was exported or searched for, has no before.
function headingOf({ failure, before }: Detail) {
  if (failure) return 'detail.attempted';
  return before ? 'detail.changes' : 'detail.content';
}

function Related({ log: { actor, target, traceId } }: { log: Detail }) {
  const { t } = useTranslation('operation-log');
  const list = (query: Record<string, string>) => `${paths.operationLog}?${new URLSearchParams(query)}`;
  return (
    <section className={styles.card}>
      <h2 className={styles.title}>{t('detail.related')}</h2>
      <p className={styles.links}>
        <Link to={list({ targetType: target.type, targetId: target.id })}>{t('detail.sameTarget')}</Link>
        {actor.id && (
          <Link to={list({ actorId: actor.id })}>{t('detail.sameActor', { name: actor.name })}</Link>
        )}
        <Link to={list({ traceId })}>{t('detail.sameTrace')}</Link>
      </p>
    </section>
  );
}
