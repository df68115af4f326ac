import { lotStateWords } from '@xyxlx/contracts/limit';
import type { OwnAccount } from '@xyxlx/contracts/own';
import { useTranslation } from 'react-i18next';
import { Figures } from '../../kit/figures.tsx';
import { LimitTerm } from '../../kit/limit-term.tsx';
import { StateTag } from '../../kit/state-tag.tsx';
import { amountText } from '../../lib/money.ts';
import styles from './own.module.css';

/** One's own limit, and what it is made of, the soonest end first. */
export function Limits({ account: { limits, lots } }: { account: OwnAccount }) {
  const { t } = useTranslation('own');
  return (
    <section className={styles.panel}>
      <Figures
        label={t('tab.limits')}
        items={(['availableLimit', 'lockedLimit', 'usedLimit', 'totalLimit'] as const).map((key) => ({
          key,
          label: t(`limit.${key}`),
          value: amountText(limits[key]),
        }))}
      />
      <ul className={styles.rows} aria-label={t('limit.parts')}>
        {lots.map(({ id, institution, sourceNo, availableLimit, lockedLimit, lastDay, state }) => (
          <li key={id} className={styles.row}>
            <div>
              <div>{institution?.name ?? t('limit.anyPolicy')}</div>
              <div className={styles.small}>
                {[lastDay === null ? t('limit.forGood') : t('limit.until', { day: lastDay }), sourceNo].join(
                  ' · ',
                )}
              </div>
              {lockedLimit > 0 && (
                <div className={styles.small}>{t('limit.locked', { amount: amountText(lockedLimit) })}</div>
              )}
            </div>
            <div className={styles.end}>
              <span className="figures">{amountText(availableLimit)}</span>
              <div>
                <StateTag words={lotStateWords[state]} />
              </div>
            </div>
          </li>
        ))}
        <li className={styles.row}>
          <div>
            <div>{t('limit.general')}</div>
            <div className={styles.small}>
              <LimitTerm until={limits.expiresAt} />
            </div>
          </div>
          <span className="figures">{amountText(limits.generalLimit)}</span>
        </li>
      </ul>
    </section>
  );
}
