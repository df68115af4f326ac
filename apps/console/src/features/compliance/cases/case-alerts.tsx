import type { CaseExplanation } from '@xyxlx/contracts/compliance-case';
import { riskOutcomeWords } from '@xyxlx/contracts/compliance-case-kinds';
import { useTranslation } from 'react-i18next';
import { RowsTable } from '../../../kit/list/rows-table.tsx';
import type { RowsState } from '../../../kit/list/use-list-rows.ts';
import { ToneTag } from '../../../kit/tone-tag.tsx';
import { wordsText } from '../../../lib/label.ts';
import { factText } from '../facts/fact-text.ts';
import styles from './case-view.module.css';
import { SeverityScore } from './severity-score.tsx';

interface CaseAlertsProps {
  /** How many there are. */
  alerts: number;
  /** The newest of them; undefined before they are here. */
  hits: CaseExplanation['hits'] | undefined;
  state: RowsState;
}

/** What the rule found, the newest first, and by which numbers. */
export function CaseAlerts({ alerts, hits, state }: CaseAlertsProps) {
  const { t } = useTranslation('compliance/cases');
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
        state={state}
        columns={(cell) => [
          cell.moment('at', t('alerts.at'), ({ at }) => at),
          cell.custom('severity', t('field.severity'), (hit) => <SeverityScore of={hit} />),
          cell.money('amount', t('field.amount'), ({ amount }) => amount),
          cell.text('facts', t('alerts.facts'), ({ facts }) => wordsText(facts.map(factText)), {
            width: 320,
            wraps: true,
          }),
          cell.figures('version', t('alerts.version'), ({ versionNo }) => `v${versionNo}`),
          cell.custom('declined', t('alerts.declined'), ({ declined }) =>
            declined ? <ToneTag tone="bad">{t('alerts.wasDeclined')}</ToneTag> : '—',
          ),
          cell.state('outcome', t('alerts.label'), riskOutcomeWords, ({ outcome }) => outcome),
        ]}
      />
    </section>
  );
}
