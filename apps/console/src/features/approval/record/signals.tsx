import type { MatterSignal } from '@xyxlx/contracts/approval-matter';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { ToneTag } from '../../../kit/tone-tag.tsx';
import { amountText } from '../../../lib/money.ts';
import styles from './record.module.css';

/** What makes a second look worth while; nothing where there is nothing. */
export function Signals({ signals }: { signals: readonly MatterSignal[] }) {
  const { t } = useTranslation('approval');
  if (signals.length === 0) return null;
  return (
    <ul className={styles.signals} aria-label={t('signal.title')}>
      {signals.map((signal) => (
        <li key={JSON.stringify(signal)}>
          <ToneTag tone="waiting">{wordsOf(signal, t)}</ToneTag>
        </li>
      ))}
    </ul>
  );
}

function wordsOf(signal: MatterSignal, t: TFunction<'approval'>): string {
  switch (signal.type) {
    case 'FIRST_PAYEE':
      return t('signal.FIRST_PAYEE', { payee: signal.payee });
    case 'NEAR_CEILING':
      return t(`signal.NEAR_CEILING.${signal.whose}`, { ceiling: amountText(signal.ceilingAmount) });
    case 'MANY_TODAY':
      return t('signal.MANY_TODAY', { count: signal.count, amount: amountText(signal.amount) });
    case 'REJECTED_BEFORE':
      return t('signal.REJECTED_BEFORE', { count: signal.count });
  }
}
