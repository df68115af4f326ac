import type { Limits } from '@xyxlx/contracts/employee';
import { type AdjustmentRow, type AdjustmentType, inverseAdjustment } from '@xyxlx/contracts/limit';

// As the contract has it: ten billion yuan in fen.
const maxFen = 1_000_000_000_000;

/** The most that an adjustment can move, in fen. */
export function maxOf(limits: Limits, type: AdjustmentType): number {
  if (type === 'INCREASE') return maxFen;
  return type === 'UNFREEZE' ? limits.lockedLimit : limits.availableLimit;
}

/** What stands in the field as fen, where it is an amount that fits; else 0. */
export function fittingAmount(amount: number | undefined, most: number): number {
  return amount !== undefined && Number.isInteger(amount) && amount > 0 ? Math.min(amount, most) : 0;
}

/** What taking an adjustment back does: no more than is unspent. */
export function undoOf(
  { type, deltaLimit }: Pick<AdjustmentRow, 'type' | 'deltaLimit'>,
  limits: Limits,
): { type: AdjustmentType; amount: number } {
  const inverse = inverseAdjustment[type];
  return { type: inverse, amount: Math.min(Math.abs(deltaLimit), maxOf(limits, inverse)) };
}

/** What an adjustment of so many fen gives to the company's fund; negative: what it takes. */
export function fundDelta(type: AdjustmentType, amount: number): number {
  if (type === 'INCREASE') return -amount;
  return type === 'FREEZE' || type === 'UNFREEZE' ? 0 : amount;
}

/** What can be spent and what is locked after an adjustment; never below zero, because the server refuses that. */
export function limitsAfter(
  limits: Limits,
  type: AdjustmentType,
  amount: number,
): Pick<Limits, 'availableLimit' | 'lockedLimit'> {
  const { availableLimit, lockedLimit } = limits;
  const moved = Math.min(amount, maxOf(limits, type));
  switch (type) {
    case 'INCREASE':
      return { availableLimit: availableLimit + moved, lockedLimit };
    case 'DECREASE':
    case 'RECOVER':
      return { availableLimit: availableLimit - moved, lockedLimit };
    case 'CLEAR':
      return { availableLimit: 0, lockedLimit };
    case 'FREEZE':
      return { availableLimit: availableLimit - moved, lockedLimit: lockedLimit + moved };
    case 'UNFREEZE':
      return { availableLimit: availableLimit + moved, lockedLimit: lockedLimit - moved };
  }
}
