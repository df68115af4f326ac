import { skipToken, useMutation, useQuery } from '@tanstack/react-query';
import type { CardDetail } from '@xyxlx/contracts/card';
import { cardFormWords, cardNamingWords, cardStateWords } from '@xyxlx/contracts/card-kinds';
import { paths } from '@xyxlx/contracts/paths';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { RecordActions } from '../../kit/actions/record-actions.tsx';
import { CardFace, faceOf } from '../../kit/card-face.tsx';
import { DetailDrawer } from '../../kit/detail/detail-drawer.tsx';
import { Facts } from '../../kit/detail/facts.tsx';
import { RevealButton } from '../../kit/detail/reveal-button.tsx';
import { Figures } from '../../kit/figures.tsx';
import { PlainButton } from '../../kit/plain-button.tsx';
import { StateTag } from '../../kit/state-tag.tsx';
import { TrendChart } from '../../kit/trend-chart.tsx';
import { api } from '../../lib/api.ts';
import { currentLanguage } from '../../lib/i18n.ts';
import { useCan } from '../../lib/me.ts';
import { amountText, countText, shortYuan } from '../../lib/money.ts';
import { numberedName } from '../../lib/numbered-name.ts';
import { minuteText } from '../../lib/time.ts';
import styles from './card-drawer.module.css';
import { cardDrawerActions } from './card-drawer-actions.tsx';
import { CardHistory } from './card-history.tsx';
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
        <RecordActions
          key={card.id}
          record={card}
          nameOf={({ cardNo }) => cardNo}
          actions={cardDrawerActions(t)}
        />
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
          cell.record('holder', t('field.holder'), 'employee', ({ holder }) => numberedName(holder)),
          cell.record('merchant', t('field.merchant'), 'merchant', (row) => row.merchant),
          cell.figures(
            'activatedAt',
            t('field.activatedAt'),
            (row) => row.activatedAt && minuteText(row.activatedAt),
          ),
          cell.figures('expiresAt', t('field.expiresAt'), (row) =>
            row.expiresAt ? minuteText(row.expiresAt) : t('months.none'),
          ),
          cell.text('limits', t('field.limits'), ({ limits, ownLimits }) => limitsText(t, limits, ownLimits)),
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
      <CardHistory card={card} />
    </div>
  );
}

/** What it may pay at most, and whether that was set for it alone. */
function limitsText(
  t: TFunction<'card'>,
  { dayCount, ...amounts }: CardDetail['limits'],
  own: CardDetail['ownLimits'],
): string {
  const texts = (['singleLimit', 'dayLimit', 'monthLimit'] as const).flatMap((key) => {
    const fen = amounts[key];
    return fen === null ? [] : [`${t(`field.${key}`)} ${amountText(fen)}`];
  });
  if (dayCount !== null) texts.push(`${t('field.dayCount')} ${countText(dayCount)}`);
  if (Object.values(own).some((limit) => limit !== null)) texts.push(t('limits.own'));
  return texts.join(' · ') || t('limits.none');
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
