import { useQuery } from '@tanstack/react-query';
import type { RiskCaseDetail } from '@xyxlx/contracts/compliance-case';
import { riskOutcomeWords } from '@xyxlx/contracts/compliance-case-kinds';
import { useTranslation } from 'react-i18next';
import { RowsTable } from '../../../kit/list/rows-table.tsx';
import { ToneTag } from '../../../kit/tone-tag.tsx';
import { api } from '../../../lib/api.ts';
import { wordsText } from '../../../lib/label.ts';
import styles from './case-view.module.css';
import { factText } from './fact-text.ts';
import { SeverityScore } from './severity-score.tsx';

/** What the rule found, the newest first, and by which numbers. */
export function CaseAlerts({ row: { id, alerts } }: { row: RiskCaseDetail }) {
  const { t } = useTranslation('compliance/cases');
  const found = useQuery(
    api.compliance.explain.queryOptions({ id }, { trpc: { context: { background: true } } }),
  );
  const hits = found.data?.hits;
  return (
    <section className={styles.card} aria-label={t('alerts.title')}>
      <div className={styles.head}>
        <h3>{t('alerts.title')}</h3>
        {hits && hits.length < alerts && (
          <span className={styles.hint}>{t('alerts.newest', { shown: hits.length, count: alerts })}</span>
        )}
      </div>
      <RowsTable
        name="riskCaseAlert"
        label={t('alerts.title')}
        rows={hits}
        rowId={({ id: hitId }) => hitId}
        state={found}
        columns={(cell) => [
          cell.moment('at', t('alerts.at'), ({ at }) => at),
          cell.custom('severity', t('field.severity'), (hit) => <SeverityScore of={hit} />),
          cell.money('amount', t('field.amount'), ({ amount }) => amount),
          cell.text('facts', t('alerts.facts'), ({ facts }) => wordsText(facts.map(factText)), {
            width: 320,
            wraps: true,
          }),
          cell.figures('version', t('alerts.version'), ({ versionNo }) => `v${versionNo}`),
          cell.custom(
            'declined',
            t('alerts.declined'),
            ({ declined }) => declined && <ToneTag tone="bad">{t('alerts.wasDeclined')}</ToneTag>,
          ),
          cell.state('outcome', t('alerts.label'), riskOutcomeWords, ({ outcome }) => outcome),
        ]}
      />
    </section>
  );
}
