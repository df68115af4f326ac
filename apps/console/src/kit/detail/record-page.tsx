import type { PageKind } from '@xyxlx/contracts/timeline';
import { codes } from '@xyxlx/contracts/wire';
import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../lib/failure.ts';
import { CopyButton } from '../copy-button.tsx';
import { Failed } from '../failed.tsx';
import { PlainLink } from '../plain-link.tsx';
import { StatusPage } from '../status-page.tsx';
import styles from './record-page.module.css';
import type { RecordView } from './record-view.ts';
import { Timeline } from './timeline.tsx';

interface RecordPageProps<Record> extends RecordView<Record> {
  /** Without, nothing is told of what touched it. */
  kind?: PageKind;
  id: string | undefined;
  /** Its number below the title, where the title is something else. */
  numberOf?(record: Record): string;
  /** Where one goes who finds nothing here. */
  list: string;
}

/** A record on its own page: what its drawer shows, and beside it all that touched it. */
export function RecordPage<Record>(props: RecordPageProps<Record>) {
  const { record, title, titleOf, extra, footer, numberOf, kind, id, list, children } = props;
  const { data, error, refetch } = record;
  const { t } = useTranslation(['kit', 'errors']);
  if (id === undefined)
    return <Nothing title={t('errors:notFound.title')} words={t('errors:notFound.words')} list={list} />;
  if (data === undefined && isMissing(error))
    return <Nothing title={t('page.missing')} words={t('page.missing.words')} list={list} />;
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div>
          <div className={styles.title}>
            <h1>{data === undefined ? title : titleOf(data)}</h1>
            {data !== undefined && extra?.(data)}
          </div>
          {data !== undefined && numberOf && <CopiedNumber value={numberOf(data)} />}
        </div>
        {data !== undefined && footer && <div className={styles.actions}>{footer(data)}</div>}
      </header>
      {data === undefined && error !== null && <Failed error={error} onRetry={refetch} />}
      {(data !== undefined || error === null) && (
        <div className={styles.parts} data-alone={kind === undefined}>
          <section className={styles.part} aria-label={title}>
            {data === undefined ? <Skeleton active paragraph={{ rows: 10 }} /> : children(data)}
          </section>
          {kind && (
            <section className={styles.part} aria-label={t('timeline.title')}>
              <h2>{t('timeline.title')}</h2>
              <Timeline key={id} of={kind} id={id} />
            </section>
          )}
        </div>
      )}
    </div>
  );
}

interface NothingProps {
  title: string;
  words: string;
  list: string;
}

function Nothing({ title, words, list }: NothingProps) {
  const { t } = useTranslation('kit');
  return (
    <StatusPage mark="404" title={title} actions={<PlainLink to={list}>{t('page.list')}</PlainLink>}>
      <p>{words}</p>
    </StatusPage>
  );
}

function CopiedNumber({ value }: { value: string }) {
  return (
    <span className={`figures ${styles.number}`}>
      {value} <CopyButton value={value} />
    </span>
  );
}

/** Whether there is no such record, or none for who asks: the service doesn't say which. */
function isMissing(error: unknown): boolean {
  return error !== null && failureOf(error).wire?.code === codes.refused;
}
