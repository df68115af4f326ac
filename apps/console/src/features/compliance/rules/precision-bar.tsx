import type { RiskRuleRow } from '@xyxlx/contracts/compliance-rule';
import { shareWord } from '@xyxlx/contracts/risk-words';
import { useTranslation } from 'react-i18next';
import styles from './rules.module.css';

/** How often a rule was right: a bar with the interval in which the true share lies as whiskers. A dash where nothing was judged. */
export function PrecisionBar({ precision }: { precision: RiskRuleRow['precision'] }) {
  const { t } = useTranslation('compliance');
  if (!precision) return '—';
  const { share, low, high, positive, labelled } = precision;
  const [part, least, most] = [share, low, high].map((bp) => shareWord(Math.round(bp / 10) * 10));
  return (
    <span className={styles.precision} title={t('rules.precision.of', { positive, labelled })}>
      <span className={styles.track} aria-hidden="true">
        <span className={styles.bar} style={{ width: `${share / 100}%` }} />
        <span className={styles.whisker} style={{ left: `${low / 100}%`, width: `${(high - low) / 100}%` }} />
      </span>
      <span className="figures">{t('rules.precision.words', { part, least, most })}</span>
    </span>
  );
}
