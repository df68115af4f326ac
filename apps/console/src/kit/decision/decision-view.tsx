import { candidateOutcomeWords, type DecisionAnswer, outcomeWords } from '@xyxlx/contracts/rule-decision';
import { useTranslation } from 'react-i18next';
import { amountText } from '../../lib/money.ts';
import { Amount, Amounts } from '../amounts.tsx';
import { StateTag } from '../state-tag.tsx';
import styles from './decision-view.module.css';

/** What the rules say of a payment: who pays how much and why, and what each 制度 had to say. */
export function DecisionView({ decision }: { decision: DecisionAnswer }) {
  const { t } = useTranslation('kit');
  const { outcome, institution, versionNo, rule, reasons, candidates } = decision;
  return (
    <section className={styles.decision} aria-label={t('decision.title')}>
      <p className={styles.outcome}>
        <StateTag words={outcomeWords[outcome]} />
        <strong>
          {institution
            ? t('decision.by', { name: institution.name, no: versionNo, rule: rule ?? '—' })
            : t('decision.byNone')}
        </strong>
      </p>
      <Amounts label={t('decision.amounts')}>
        <Amount title={t('decision.asked')}>{amountText(decision.askedAmount)}</Amount>
        <Amount title={t('decision.allowed')}>{amountText(decision.allowedAmount)}</Amount>
        <Amount title={t('decision.personal')}>{amountText(decision.personalAmount)}</Amount>
      </Amounts>
      <Reasons reasons={reasons} />
      {candidates.length > 0 && (
        <>
          <h3 className={styles.title}>{t('decision.candidates')}</h3>
          <ol className={styles.candidates}>
            {candidates.map((one) => (
              <li key={one.institution.id}>
                <p className={styles.outcome}>
                  <StateTag words={candidateOutcomeWords[one.outcome]} />
                  <span>
                    {one.institution.name}{' '}
                    <span className="figures">
                      {one.institution.code} v{one.versionNo}
                    </span>
                  </span>
                  <span>{amountText(one.allowedAmount)}</span>
                </p>
                <Reasons reasons={one.reasons} />
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  );
}

function Reasons({ reasons }: Pick<DecisionAnswer, 'reasons'>) {
  if (reasons.length === 0) return null;
  return (
    <ul className={styles.reasons}>
      {reasons.map(({ code, words }) => (
        <li key={`${code} ${words}`}>{words}</li>
      ))}
    </ul>
  );
}
