import { cardStateWords } from '@xyxlx/contracts/card-kinds';
import type { OwnCard } from '@xyxlx/contracts/own';
import { Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StateTag } from '../../kit/state-tag.tsx';
import { amountText, countText } from '../../lib/money.ts';
import { minuteText } from '../../lib/time.ts';
import { Authorizations } from './authorizations.tsx';
import { CardSteps } from './card-steps.tsx';
import { Flows } from './flows.tsx';
import styles from './own.module.css';

/** What is on a card, what its holder can do with it, and what became of it month by month. */
export function CardPanel({ card }: { card: OwnCard }) {
  const { t } = useTranslation('own');
  const [shown, setShown] = useState<'flows' | 'asked'>('flows');
  return (
    <section className={styles.panel} aria-label={card.cardNo}>
      <div className={styles.sum}>
        <div>
          <div className={styles.label}>{t('card.available')}</div>
          <div className={styles.amount}>{amountText(card.availableBalance)}</div>
        </div>
        <StateTag words={cardStateWords[card.state]} />
      </div>
      <dl className={styles.facts}>
        <Fact name={t('card.balance')} value={amountText(card.balance)} />
        <Fact name={t('card.held')} value={amountText(card.heldBalance)} />
        <Fact name={t('card.no')} value={card.cardNo} />
        <Fact
          name={t('card.expires')}
          value={card.expiresAt === null ? t('card.forGood') : minuteText(card.expiresAt)}
        />
        {(['singleLimit', 'dayLimit', 'monthLimit'] as const).map((key) => {
          const fen = card.limits[key];
          return fen !== null && <Fact key={key} name={t(`card.${key}`)} value={amountText(fen)} />;
        })}
        {card.limits.dayCount !== null && (
          <Fact name={t('card.dayCount')} value={countText(card.limits.dayCount)} />
        )}
      </dl>
      <CardSteps card={card} />
      <Segmented
        block
        size="large"
        aria-label={t('card.history')}
        value={shown}
        onChange={setShown}
        options={[
          { value: 'flows', label: t('card.flows') },
          { value: 'asked', label: t('card.asked') },
        ]}
      />
      {shown === 'flows' ? <Flows cardId={card.id} /> : <Authorizations cardId={card.id} />}
    </section>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="figures">{value}</dd>
    </div>
  );
}
