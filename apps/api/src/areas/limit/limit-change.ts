import type { Limits } from '@xyxlx/contracts/employee';
import type { AdjustmentType } from '@xyxlx/contracts/limit';

/** How an adjustment moves an account's parts and the company's fund, all in fen. */
export interface LimitChange {
  total: number;
  available: number;
  locked: number;
  recovered: number;
  /** Of the chain's figure, available + used. */
  chain: number;
  fund: number;
}

type Parts = Pick<Limits, 'availableLimit' | 'lockedLimit'>;

/** What an adjustment does to an account, or null when there is not enough for it (or nothing to do). */
export function limitChange(type: AdjustmentType, amount: number, parts: Parts): LimitChange | null {
  const { availableLimit, lockedLimit } = parts;
  const moved = type === 'CLEAR' ? availableLimit : amount;
  const source =
    type === 'INCREASE' ? Number.POSITIVE_INFINITY : type === 'UNFREEZE' ? lockedLimit : availableLimit;
  if (moved <= 0 || moved > source) return null;
  const still = { total: 0, locked: 0, recovered: 0, fund: 0 };
  switch (type) {
    case 'INCREASE':
      return { ...still, total: moved, available: moved, chain: moved, fund: -moved };
    case 'DECREASE':
    case 'CLEAR':
      return { ...still, total: -moved, available: -moved, chain: -moved, fund: moved };
    case 'RECOVER':
      return { ...still, available: -moved, recovered: moved, chain: -moved, fund: moved };
    case 'FREEZE':
      return { ...still, available: -moved, locked: moved, chain: -moved };
    case 'UNFREEZE':
      return { ...still, available: moved, locked: -moved, chain: moved };
  }
}
