import type { CardDetail } from '@xyxlx/contracts/card';
import { cardActionWords, cardFlowKindWords, cardSideWords } from '@xyxlx/contracts/card-kinds';
import { authorizationStateWords, responseWords } from '@xyxlx/contracts/card-spending-kinds';
import { Tabs, Timeline } from 'antd';
import { useTranslation } from 'react-i18next';
import { SubList } from '../../kit/list/sub-list.tsx';
import { api } from '../../lib/api.ts';
import { useLabel } from '../../lib/label.ts';
import { actorName } from '../../lib/stamp.ts';
import { minuteText } from '../../lib/time.ts';
import styles from './card-drawer.module.css';

/** What moved a card's money, what was asked of it, and its life. */
export function CardHistory({ card }: { card: CardDetail }) {
  const { t } = useTranslation('card');
  return (
    <Tabs
      items={[
        { key: 'flows', label: t('card.flows'), children: <Flows cardId={card.id} /> },
        {
          key: 'authorizations',
          label: t('card.authorizations'),
          children: <Authorizations cardId={card.id} />,
        },
        { key: 'life', label: t('card.life'), children: <Life card={card} /> },
      ]}
    />
  );
}

function Flows({ cardId }: { cardId: string }) {
  const { t } = useTranslation('card');
  return (
    <SubList
      name="cardFlow"
      label={t('card.flows')}
      query={api.card.queryCardFlow}
      asked={{ cardId }}
      rowId={({ seq }) => String(seq)}
      columns={(cell) => [
        cell.moment('createdAt', t('field.at'), (row) => row.createdAt),
        cell.kind('kind', t('field.kind'), cardFlowKindWords, (row) => row.kind),
        cell.money('deltaAmount', t('field.delta'), (row) => row.deltaAmount, { difference: true }),
        cell.money('balanceAfter', t('field.balanceAfter'), (row) => row.balanceAfter),
        cell.text('remark', t('field.remark'), (row) => row.remark, { width: 160 }),
      ]}
    />
  );
}

/** What channels asked of the card, and why it said no. */
function Authorizations({ cardId }: { cardId: string }) {
  const { t } = useTranslation('card');
  return (
    <SubList
      name="cardAuthorization"
      label={t('card.authorizations')}
      query={api.card.queryAuthorization}
      asked={{ cardId }}
      rowId={({ id }) => id}
      columns={(cell) => [
        cell.moment('createdAt', t('field.at'), (row) => row.createdAt),
        cell.state('state', t('field.state'), authorizationStateWords, (row) => row.state),
        cell.kind('responseCode', t('field.answer'), responseWords, (row) => row.responseCode),
        cell.money('amount', t('field.asked'), (row) => row.amount),
        cell.money('approvedAmount', t('field.approved'), (row) => row.approvedAmount),
        cell.money('capturedAmount', t('field.captured'), (row) => row.capturedAmount),
        cell.text('payee', t('field.payee'), (row) => row.payee?.name, { width: 160 }),
        cell.text('binding', t('field.channel'), (row) => row.binding.name, { width: 120 }),
        cell.figures('reference', t('field.reference'), (row) => row.reference, { width: 180 }),
      ]}
    />
  );
}

function Life({ card }: { card: CardDetail }) {
  const { t } = useTranslation('card');
  const label = useLabel();
  const born = { at: card.createdAt, by: card.createdBy, words: t('card.born'), reason: '', side: null };
  const steps = [
    ...card.events.map(({ action, side, reason, createdAt, createdBy }) => ({
      ...{ at: createdAt, by: createdBy, reason, side },
      words: label(cardActionWords[action]),
    })),
    born,
  ];
  return (
    <Timeline
      items={steps.map(({ at, by, words, reason, side }) => ({
        content: (
          <>
            <div>{words}</div>
            <div className={styles.step}>
              {[minuteText(at), side && label(cardSideWords[side]), by && actorName(by), reason]
                .filter(Boolean)
                .join(' · ')}
            </div>
          </>
        ),
      }))}
    />
  );
}
