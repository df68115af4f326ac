import { limit as contract } from '@xyxlx/contracts/limit';
import { operationOf } from '../../core/operation.ts';
import { moneyAct } from '../../platform/approval/money-act.ts';
import { limitAdjustment, limitAdjustmentUndo } from './act-kinds.ts';
import { adjustLimit, undoAdjustment } from './adjust-limit.ts';
import { matterOfAdjustment, matterOfUndo } from './matter.ts';

/** An adjustment over its maker's threshold. */
export const adjustmentApproval = moneyAct(
  limitAdjustment,
  contract.adjustLimit.input,
  (tx, by, input) => adjustLimit(tx, { ...by, operation: operationOf('limit', 'adjustLimit') }, input),
  matterOfAdjustment,
);

/** The undo of one. */
export const undoApproval = moneyAct(
  limitAdjustmentUndo,
  contract.undoAdjustment.input,
  (tx, by, input) => undoAdjustment(tx, { ...by, operation: operationOf('limit', 'undoAdjustment') }, input),
  matterOfUndo,
);
