import type { BillFigure } from '@xyxlx/contracts/bill-kinds';
import type { Label } from '@xyxlx/contracts/endpoint';

/** What the figures of a bill are called in files; a column says their unit. */
export const figureWords: Readonly<Record<BillFigure, Label>> = {
  openingBalance: { zh: '期初余额', en: 'Opening' },
  topUpAmount: { zh: '充值', en: 'Top-ups' },
  issuedAmount: { zh: '发放', en: 'Issued' },
  refundedAmount: { zh: '退款', en: 'Refunded' },
  consumedAmount: { zh: '消费', en: 'Consumed' },
  recoveredAmount: { zh: '回收', en: 'Recovered' },
  transferInAmount: { zh: '转入', en: 'Transferred in' },
  transferOutAmount: { zh: '转出', en: 'Transferred out' },
  cardInAmount: { zh: '卡转入', en: 'From cards' },
  cardOutAmount: { zh: '卡支出', en: 'To cards' },
  feeAmount: { zh: '手续费', en: 'Fee' },
  closingBalance: { zh: '期末余额', en: 'Closing' },
};

/** The name of a column of amounts in yuan. */
export function inYuan({ zh, en }: Label): Label {
  return { zh: `${zh}（元）`, en: `${en} (yuan)` };
}
