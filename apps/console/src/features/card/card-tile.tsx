import type { CardRow } from '@xyxlx/contracts/card';
import { cardStateWords } from '@xyxlx/contracts/card-kinds';
import { Flex } from 'antd';
import { CardFace, faceOf } from '../../kit/card-face.tsx';
import { StateTag } from '../../kit/state-tag.tsx';
import { amountText } from '../../lib/money.ts';

/** A card as its face, with what is on it and whose it is. */
export function CardTile({ card }: { card: CardRow }) {
  const { cardNo, maskedPan, holder, balance, state } = card;
  return (
    <>
      <CardFace product={faceOf(card)} width={260} number={spaced(maskedPan)} />
      <Flex justify="space-between" align="center" gap={8}>
        <strong className="figures">{amountText(balance)}</strong>
        <StateTag words={cardStateWords[state]} />
      </Flex>
      <Flex justify="space-between" gap={8} style={{ color: 'var(--ink-soft)', fontSize: 13 }}>
        <span className="figures">{cardNo}</span>
        <span>{holder?.name}</span>
      </Flex>
    </>
  );
}

/** A number in groups of four, as it stands on a card. */
export function spaced(number: string): string {
  return number.replace(/(.{4})(?=.)/g, '$1 ');
}
