import { skipToken, useMutation, useQuery } from '@tanstack/react-query';
import type { CardDetail } from '@xyxlx/contracts/card';
import {
  cardActionWords,
  cardFlowKindWords,
  cardFormWords,
  cardNamingWords,
  cardSideWords,
  cardStateWords,
} from '@xyxlx/contracts/card-kinds';
import { authorizationStateWords, responseWords } from '@xyxlx/contracts/card-spending-kinds';
import { paths } from '@xyxlx/contracts/paths';
import { Tabs, Timeline } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { RecordActions } from '../../kit/actions/record-actions.tsx';
import { CardFace, faceOf } from '../../kit/card-face.tsx';
import { DetailDrawer } from '../../kit/detail/detail-drawer.tsx';
import { Facts } from '../../kit/detail/facts.tsx';
import { RevealButton } from '../../kit/detail/reveal-button.tsx';
import { Figures } from '../../kit/figures.tsx';
import { SubList } from '../../kit/list/sub-list.tsx';
import { PlainButton } from '../../kit/plain-button.tsx';
import { StateTag } from '../../kit/state-tag.tsx';
import { TrendChart } from '../../kit/trend-chart.tsx';
import { api } from '../../lib/api.ts';
import { currentLanguage } from '../../lib/i18n.ts';
import { useLabel } from '../../lib/label.ts';
import { useCan } from '../../lib/me.ts';
import { amountText, shortYuan } from '../../lib/money.ts';
import { actorName } from '../../lib/stamp.ts';
import { minuteText } from '../../lib/time.ts';
import { cardActions } from './card-actions.tsx';
import styles from './card-drawer.module.css';
import { CardRequests } from './card-requests.tsx';
import { spaced } from './card-tile.tsx';

interface CardDrawerProps {
  /** Null keeps it closed. */
  id: string | null;
  /** Shows another card in its place. */
  onOpen(id: string): void;
  onClose(): void;
}

/** One card over the list: its face, what is on it, what moved it, and its life. */
export function CardDrawer({ id, onOpen, onClose }: CardDrawerProps) {
  const { t } = useTranslation('card');
  const record = useQuery(api.card.getCard.queryOptions(id ? { id } : skipToken));
  return (
    <DetailDrawer<CardDetail>
      open={id !== null}
      record={record}
      title={t('card.detail')}
      titleOf={({ cardNo }) => cardNo}
      extra={({ state }) => <StateTag words={cardStateWords[state]} />}
      footer={(card) => (
        <RecordActions key={card.id} record={card} nameOf={({ cardNo }) => cardNo} actions={cardActions(t)} />
      )}
      size={720}
      onClose={onClose}
    >
      {(card) => <Detail key={card.id} card={card} onOpen={onOpen} />}
    </DetailDrawer>
  );
}

function Detail({ card, onOpen }: { card: CardDetail; onOpen(id: string): void }) {
  const { t } = useTranslation('card');
  const { replaces, replacedBy, order } = card;
  const can = useCan();
  const other = (neighbour: { id: string; cardNo: string }) => (
    <PlainButton onClick={() => onOpen(neighbour.id)}>{neighbour.cardNo}</PlainButton>
  );
  return (
    <div className={styles.detail}>
      <Face card={card} />
      <Figures
        label={t('card.money')}
        items={(['balance', 'heldBalance', 'availableBalance', 'faceAmount'] as const).map((key) => ({
          key,
          label: t(`field.${key}`),
          value: amountText(card[key]),
        }))}
      />
      <Facts
        record={card}
        facts={(cell) => [
          cell.text('product', t('field.product'), (row) => `${row.product.name} · ${row.product.code}`),
          cell.kind('form', t('field.form'), cardFormWords, (row) => row.form),
          cell.kind('naming', t('field.naming'), cardNamingWords, (row) => row.naming),
          cell.text(
            'holder',
            t('field.holder'),
            ({ holder }) => holder && `${holder.name} · ${holder.employeeNo}`,
          ),
          cell.text('merchant', t('field.merchant'), (row) => row.merchant.name),
          cell.figures(
            'activatedAt',
            t('field.activatedAt'),
            (row) => row.activatedAt && minuteText(row.activatedAt),
          ),
          cell.figures('expiresAt', t('field.expiresAt'), (row) =>
            row.expiresAt ? minuteText(row.expiresAt) : t('months.none'),
          ),
          ...(order
            ? [
                cell.custom('order', t('field.order'), () =>
                  can('order.view') ? (
                    <Link to={`${paths.cardOrder}?open=${order.id}`}>{order.no}</Link>
                  ) : (
                    order.no
                  ),
                ),
              ]
            : []),
          ...(replaces ? [cell.custom('replaces', t('field.replaces'), () => other(replaces))] : []),
          ...(replacedBy ? [cell.custom('replacedBy', t('field.replacedBy'), () => other(replacedBy))] : []),
        ]}
      />
      <CardRequests card={card} />
      <Trend cardId={card.id} />
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
    </div>
  );
}

function Face({ card }: { card: CardDetail }) {
  const can = useCan();
  const reveal = useMutation(api.card.revealCard.mutationOptions());
  const number = reveal.data?.pan ?? card.maskedPan;
  return (
    <div className={styles.face}>
      <CardFace product={faceOf(card)} width={340} number={spaced(number)} />
      {can('card.reveal') && !reveal.data && (
        <RevealButton
          isPending={reveal.isPending}
          onReveal={(reason) => reveal.mutateAsync({ id: card.id, reason })}
        />
      )}
    </div>
  );
}

function Trend({ cardId }: { cardId: string }) {
  const { t } = useTranslation('card');
  const { data } = useQuery(api.card.queryCardTrend.queryOptions({ cardId }));
  if (!data?.some(({ balance }) => balance > 0)) return null;
  return (
    <section>
      <h3>{t('card.trend')}</h3>
      <TrendChart
        label={t('card.trend')}
        points={data.map(({ day }) => day)}
        series={[
          {
            key: 'balance',
            label: t('field.balance'),
            color: 'var(--brand)',
            isArea: true,
            values: data.map(({ balance }) => balance),
          },
        ]}
        pointText={(day) => day.slice(5)}
        axisText={(fen) => shortYuan(fen, currentLanguage())}
        valueText={amountText}
      />
    </section>
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
