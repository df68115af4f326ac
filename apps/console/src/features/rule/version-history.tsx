import { institutionVersionStateWords } from '@xyxlx/contracts/rule-institution';
import { useTranslation } from 'react-i18next';
import { SubList } from '../../kit/list/sub-list.tsx';
import { api } from '../../lib/api.ts';
import styles from './version-history.module.css';

/** The versions of a 制度, newest first, each with what it changed. */
export function VersionHistory({ institutionId }: { institutionId: string }) {
  const { t } = useTranslation('rule');
  return (
    <section aria-label={t('version.history')}>
      <h3 className={styles.title}>{t('version.history')}</h3>
      <SubList
        name="institutionVersion"
        label={t('version.history')}
        query={api.rule.queryVersion}
        asked={{ id: institutionId }}
        rowId={({ id }) => id}
        columns={(cell) => [
          cell.figures('no', t('field.versionNo'), ({ no }) => `v${no}`),
          cell.state('state', t('field.versionState'), institutionVersionStateWords, (row) => row.state),
          cell.custom('changes', t('version.changes'), ({ changes }) => <Changes changes={changes} />, {
            wraps: true,
          }),
          cell.stamp(
            'created',
            t('version.written'),
            (row) => row.createdAt,
            (row) => row.createdBy,
          ),
        ]}
      />
    </section>
  );
}

interface ChangesProps {
  changes: readonly { field: string; before: string | null; after: string | null }[];
}

function Changes({ changes }: ChangesProps) {
  if (changes.length === 0) return '—';
  return (
    <dl className={styles.changes}>
      {changes.map(({ field, before, after }) => (
        <div key={field}>
          <dt>{field}</dt>
          <dd>
            <del>{before ?? '—'}</del>
            <ins>{after ?? '—'}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
