import type { CardRow } from '@xyxlx/contracts/card';
import type { CardForm } from '@xyxlx/contracts/card-kinds';
import { cardFormWords } from '@xyxlx/contracts/card-kinds';
import { useId } from 'react';
import { useLabel } from '../lib/label.ts';

/** A card is 85.6 × 54 mm: its face is drawn in tenths of them. */
const size = { width: 856, height: 540 };

interface CardFaceProps {
  product: { name: string; code: string; form: CardForm; artUrl: string | null };
  /** In pixels; the height follows. */
  width: number;
  /** What stands on the face: a number, masked. */
  number?: string;
}

/** The face of a card: the product's art, or a ground of its own colour where it has none. */
export function CardFace({ product, width, number }: CardFaceProps) {
  const label = useLabel();
  const id = useId();
  const { name, code, form, artUrl } = product;
  const hue = hueOf(code);
  const isSmall = width < 160;
  return (
    <svg
      viewBox={`0 0 ${size.width} ${size.height}`}
      width={width}
      height={(width * size.height) / size.width}
      role="img"
      aria-label={name}
      style={{ display: 'block', maxWidth: '100%', height: 'auto' }}
    >
      <defs>
        <linearGradient id={`${id}-ground`} x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" stopColor={`hsl(${hue} 46% 30%)`} />
          <stop offset="1" stopColor={`hsl(${(hue + 28) % 360} 52% 44%)`} />
        </linearGradient>
        <clipPath id={`${id}-edge`}>
          <rect width={size.width} height={size.height} rx="32" />
        </clipPath>
      </defs>
      <g clipPath={`url(#${id}-edge)`}>
        <rect width={size.width} height={size.height} fill={`url(#${id}-ground)`} />
        {artUrl && (
          <image href={artUrl} width={size.width} height={size.height} preserveAspectRatio="xMidYMid slice" />
        )}
      </g>
      {!isSmall && (
        <g fill="#fff" fontFamily="inherit">
          <text x="56" y="104" fontSize="46" fontWeight="600">
            {name}
          </text>
          <text x={size.width - 56} y="100" fontSize="32" textAnchor="end" opacity="0.86">
            {label(cardFormWords[form])}
          </text>
          {number && (
            <text
              x="56"
              y="400"
              fontSize="54"
              letterSpacing="4"
              style={{ fontVariantNumeric: 'tabular-nums' }}
            >
              {number}
            </text>
          )}
        </g>
      )}
    </svg>
  );
}

/** What a card's face shows of its product. */
export function faceOf({ product, form }: Pick<CardRow, 'product' | 'form'>) {
  return { ...product, form };
}

/** A hue that a product keeps, by its code. */
function hueOf(code: string): number {
  return [...code].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 360, 7);
}
