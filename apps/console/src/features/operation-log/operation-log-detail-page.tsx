import { skipToken, useQuery } from '@tanstack/react-query';
import { Button, Empty, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { CopyButton } from '../../kit/copy-button.tsx';
import { Facts } from '../../kit/facts.tsx';
import { Page } from '../../kit/page.tsx';
import { PlainTable } from '../../kit/plain-table.tsx';
import { api } from '../../lib/api.ts';
import { deviceName } from '../../lib/device-name.ts';
import { failureOf } from '../../lib/failure.ts';
import { useLabel } from '../../lib/label.ts';
import { momentText } from '../../lib/time.ts';
import { moduleLabel } from './module-name.ts';
import styles from './operation-log-detail-page.module.css';

/** One row of the operation log: who did what to what, from where, and what changed. */
export function Component() {
  const { t } = useTranslation(['operation-log', 'common']);
  const label = useLabel();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const id = search.get('id');
  const log = useQuery(api.operationLog.getOperationLog.queryOptions(id ? { id } : skipToken));
  const { data, error, refetch } = log;
  return (
    <Page
      title={data ? label(data.actionLabel) : t('detail.title')}
      {...(data && { lead: `${data.actor.name} · ${momentText(data.createdAt)}` })}
      actions={<Button onClick={() => navigate('/layout/operationlog')}>{t('detail.back')}</Button>}
    >
      {id === null && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('detail.none')} />}
      {error && (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={failureOf(error).text}>
          <Button onClick={() => refetch()}>{t('common:retry')}</Button>
        </Empty>
      )}
      {id !== null && !data && !error && <Skeleton active paragraph={{ rows: 10 }} />}
      {data && (
        <div className={styles.columns}>
          <section className={styles.card} aria-label={t('detail.changes')}>
            <h2 className={styles.title}>{t('detail.changes')}</h2>
            <PlainTable
              label={t('detail.changes')}
              rows={{ ...log, data: { list: data.changes } }}
              rowKey={({ field }) => field}
              columns={[
                { key: 'field', title: t('change.field'), render: ({ field }) => field },
                {
                  key: 'before',
                  title: t('change.before'),
                  render: ({ before }) => <del className={styles.before}>{before ?? '—'}</del>,
                },
                {
                  key: 'after',
                  title: t('change.after'),
                  render: ({ after }) => <ins className={styles.after}>{after ?? '—'}</ins>,
                },
              ]}
            />
          </section>
          <Facts
            items={[
              { key: 'target', label: t('field.target'), value: data.target.label },
              { key: 'module', label: t('field.module'), value: label(moduleLabel(data.module)) },
              { key: 'reason', label: t('field.reason'), value: data.reason },
              { key: 'actor', label: t('field.actor'), value: data.actor.name },
              { key: 'roles', label: t('field.roles'), value: data.actor.roles.join('、') },
              { key: 'ip', label: t('field.ip'), value: <span className="figures">{data.ip}</span> },
              {
                key: 'agent',
                label: t('field.agent'),
                value: <span title={data.agent}>{deviceName(data.agent)}</span>,
              },
              {
                key: 'duration',
                label: t('field.duration'),
                value: data.durationMs === null ? null : `${data.durationMs} ms`,
              },
              {
                key: 'traceId',
                label: t('field.traceId'),
                value: (
                  <span className="figures">
                    {data.traceId} <CopyButton value={data.traceId} />
                  </span>
                ),
              },
              {
                key: 'seq',
                label: t('field.seq'),
                value: data.seq === null ? t('seal.pending') : String(data.seq),
              },
              {
                key: 'seal',
                label: t('field.seal'),
                value: data.seal && <span className={styles.hash}>{data.seal.hash}</span>,
              },
            ]}
          />
        </div>
      )}
    </Page>
  );
}
