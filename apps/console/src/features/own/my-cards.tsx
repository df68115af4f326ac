import { useQuery } from '@tanstack/react-query';
import { Empty, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Failed } from '../../kit/failed.tsx';
import { api } from '../../lib/api.ts';
import { CardPanel } from './card-panel.tsx';
import { Faces } from './faces.tsx';

/** One's own cards: their faces side by side, and below what is on the one in the middle. */
export function MyCards() {
  const { t } = useTranslation('own');
  const { data, error, refetch } = useQuery(api.own.queryCard.queryOptions({ pageSize: 200 }));
  const [chosen, setChosen] = useState<string | null>(null);
  if (error) return <Failed error={error} onRetry={refetch} />;
  if (!data) return <Skeleton active />;
  const cards = data.list;
  const card = cards.find(({ id }) => id === chosen) ?? cards[0];
  if (!card) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('cards.none')} />;
  return (
    <>
      <Faces cards={cards} chosen={card.id} onChoose={setChosen} />
      <CardPanel key={card.id} card={card} />
    </>
  );
}
