import type { CardProductRow } from '@xyxlx/contracts/card-product';
import { amountText } from '../../lib/money.ts';

/** The face values that a product is sold with: each of them, or the lowest and the highest. */
export function facesText({
  faces,
  faceMin,
  faceMax,
}: Pick<CardProductRow, 'faces' | 'faceMin' | 'faceMax'>): string {
  if (faces.length > 0) return faces.map((fen) => amountText(fen)).join(' / ');
  return [faceMin, faceMax].map((fen) => amountText(fen ?? 0)).join(' – ');
}
