import type { Limits } from '@xyxlx/contracts/employee';
import type { AdjustmentType } from '@xyxlx/contracts/limit';

// As the contract has it: ten billion yuan in fen.
const mostFen = 1_000_000_000_000;

/** The most that an adjustment can move, in fen. */
export function mostOf(limits: Limits, type: AdjustmentType): number {
  if (type === 'INCREASE') return mostFen;
  return type === 'UNFREEZE' ? limits.lockedLimit : limits.availableLimit;
}

/** What can be spent and what is locked after an adjustment; never below zero, because the server refuses that. */
export function limitsAfter(
  limits: Limits,
  type: AdjustmentType,
  amount: number,
): Pick<Limits, 'availableLimit' | 'lockedLimit'> {
  const { availableLimit, lockedLimit } = limits;
  const moved = Math.min(amount, mostOf(limits, type));
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
