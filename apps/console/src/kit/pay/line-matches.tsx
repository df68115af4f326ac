import type { MatchedLine } from '@xyxlx/contracts/top-up-match';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { minuteText } from '../../lib/time.ts';
import { ToneTag } from '../tone-tag.tsx';
import type { Claimed } from './claim-line-dialog.tsx';
import styles from './line-matches.module.css';

const ClaimLineDialog = lazy(async () => ({
  default: (await import('./claim-line-dialog.tsx')).ClaimLineDialog,
}));

interface LineMatchesProps {
  matches: readonly MatchedLine[];
  /** What a line is claimed as; without it nobody claims one here. */
  claimed?: Claimed | undefined;
}

/** The lines that may be the transfer that something waits for, the best first: somebody chooses one, and a checker decides. */
export function LineMatches({ matches, claimed }: LineMatchesProps) {
  const { t } = useTranslation('kit');
  const [line, setLine] = useState<MatchedLine['line'] | null>(null);
  return (
    <section aria-label={t('match.title')}>
      <h3>{t('match.title')}</h3>
      {matches.length === 0 && <p className={styles.words}>{t('match.none')}</p>}
      <ul className={styles.lines}>
        {matches.map(({ score, isProposed, line: found }) => (
          <li key={found.id} className={styles.line}>
            <div className={styles.words}>
              <ToneTag tone={isProposed ? 'good' : 'quiet'}>{t(`match.${score}`)}</ToneTag>
              <div className="figures">{minuteText(found.at)}</div>
              <div>{[found.payer || t('match.nobody'), found.summary].filter(Boolean).join(' · ')}</div>
            </div>
            {claimed && (
              <Button size="small" type={isProposed ? 'primary' : 'default'} onClick={() => setLine(found)}>
                {t('match.claim')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Suspense>
        {line && claimed && <ClaimLineDialog claimed={claimed} line={line} onClose={() => setLine(null)} />}
      </Suspense>
    </section>
  );
}
