import { randomInt } from 'node:crypto';
import { cardIin, luhnDigit } from '@xyxlx/contracts/card-number';
import type { DataKeys } from '../../platform/security/data-keys.ts';

/** What cards of a tenant are counted by, and their own numbers begin with: C00000001. */
export const cardCounter = 'C';

/** A card's number as it is kept: encrypted, hashed, and its parts that may be seen. */
export interface KeptNumber {
  panCipher: string;
  panIndex: string;
  firstSix: string;
  lastFour: string;
}

/** Another card's number, at random: nine digits between the issuer's and the check digit. */
export function newCardNumber(): string {
  const digits = `${cardIin}${String(randomInt(1_000_000_000)).padStart(9, '0')}`;
  return digits + luhnDigit(digits);
}

/** What is kept of a number; its cipher can be read for this card alone. */
export function keepNumber(keys: DataKeys, cardId: string, pan: string): KeptNumber {
  return {
    panCipher: keys.encrypt(pan, cardId),
    panIndex: keys.cardIndexes(pan)[0],
    firstSix: pan.slice(0, 6),
    lastFour: pan.slice(-4),
  };
}
