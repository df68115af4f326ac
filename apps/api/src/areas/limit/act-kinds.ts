import { type ActKind, approvalPath } from '../../platform/approval/money-act.ts';

const fiveThousandYuan = {
  amount: 500_000,
  dayAmount: 2_000_000,
  count: null,
  dayCount: null,
};

/** 单笔调额: 5,000 yuan an act and 20,000 a day, where the tenant has set nothing else. */
export const limitAdjustment: ActKind = {
  type: 'limitAdjustment',
  label: { zh: '单笔调额', en: 'Single adjustment' },
  madeWith: 'limit.adjust',
  permission: 'limit.approve',
  link: approvalPath,
  threshold: fiveThousandYuan,
};

/** 撤销调额: the same amounts, counted by themselves. */
export const limitAdjustmentUndo: ActKind = {
  ...limitAdjustment,
  type: 'limitAdjustmentUndo',
  label: { zh: '撤销调额', en: 'Undo of an adjustment' },
};
