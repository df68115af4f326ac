import type { RiskCaseDetail } from '@xyxlx/contracts/compliance-case';
import { riskCaseStateWords, riskOutcomeWords } from '@xyxlx/contracts/compliance-case-kinds';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { RowsTable } from '../../../kit/list/rows-table.tsx';
import { ToneTag } from '../../../kit/tone-tag.tsx';
import styles from './case-view.module.css';

/** Other cases of the subject, and those that somebody linked. */
export function RelatedCases({ row: { related } }: { row: RiskCaseDetail }) {
  const { t } = useTranslation('compliance/cases');
  return (
    <section className={styles.card} aria-label={t('related.title')}>
      <h3>{t('related.title')}</h3>
      {related.length === 0 ? (
        <p className={styles.hint}>{t('related.none')}</p>
      ) : (
        <RowsTable
          name="relatedCase"
          label={t('related.title')}
          rows={related}
          rowId={({ id }) => id}
          columns={(cell) => [
            cell.custom('no', t('field.no'), ({ id, no }) => (
              <Link to={`?open=${id}`} className="figures">
                {no}
              </Link>
            )),
            cell.text('subject', t('field.subject'), ({ subject }) => subject.name, { wraps: true }),
            cell.text('rule', t('field.rule'), ({ rule }) => `${rule.code} ${rule.name}`, { wraps: true }),
            cell.state('state', t('field.state'), riskCaseStateWords, ({ state }) => state),
            cell.state('outcome', t('field.outcome'), riskOutcomeWords, ({ outcome }) => outcome),
            cell.minute('opened', t('field.openedAt'), ({ openedAt }) => openedAt),
            cell.custom('linked', t('related.how'), ({ isLinked }) => (
              <ToneTag tone={isLinked ? 'info' : 'quiet'}>
                {t(isLinked ? 'related.linked' : 'related.sameSubject')}
              </ToneTag>
            )),
          ]}
        />
      )}
    </section>
  );
}
