import type { Lot } from '@xyxlx/contracts/limit';
import type { TFunction } from 'i18next';
import { businessNow } from '../../lib/business-clock.ts';
import { yuanText } from '../../lib/money.ts';
import { businessToday } from '../../lib/time.ts';

/** What a lot has left and until when: the year is said where it is another than this one. */
export function lotWords(
  t: TFunction<'employee'>,
  { availableLimit, lastDay, state }: Pick<Lot, 'availableLimit' | 'lastDay' | 'state'>,
  now = businessNow(),
): string {
  const amount = yuanText(availableLimit);
  if (lastDay === null) return t('lots.forGood', { amount });
  const isThisYear = lastDay.slice(0, 4) === businessToday(now).slice(0, 4);
  const day = isThisYear ? lastDay.slice(5) : lastDay;
  return t(state === 'LIVE' ? 'lots.until' : 'lots.ended', { amount, day });
}
