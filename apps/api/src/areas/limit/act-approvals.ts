import { limit as contract } from '@xyxlx/contracts/limit';
import { moneyAct } from '../../platform/approval/money-act.ts';
import { limitAdjustment, limitAdjustmentUndo } from './act-kinds.ts';
import { adjustLimit, undoAdjustment } from './adjust-limit.ts';

/** An adjustment over its maker's threshold. */
export const adjustmentApproval = moneyAct(limitAdjustment, contract.adjustLimit.input, adjustLimit);

/** The undo of one. */
export const undoApproval = moneyAct(limitAdjustmentUndo, contract.undoAdjustment.input, undoAdjustment);
