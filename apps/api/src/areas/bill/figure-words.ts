import type { BillFigure } from '@xyxlx/contracts/bill-kinds';
import type { Label } from '@xyxlx/contracts/endpoint';

/** What the figures of a bill are called in files. */
export const figureWords: Readonly<Record<BillFigure, Label>> = {
  openingBalance: { zh: '期初余额（元）', en: 'Opening (yuan)' },
  topUpAmount: { zh: '充值（元）', en: 'Top-ups (yuan)' },
  issuedAmount: { zh: '发放（元）', en: 'Issued (yuan)' },
  refundedAmount: { zh: '退款（元）', en: 'Refunded (yuan)' },
  consumedAmount: { zh: '消费（元）', en: 'Consumed (yuan)' },
  recoveredAmount: { zh: '回收（元）', en: 'Recovered (yuan)' },
  transferInAmount: { zh: '转入（元）', en: 'Transferred in (yuan)' },
  transferOutAmount: { zh: '转出（元）', en: 'Transferred out (yuan)' },
  cardInAmount: { zh: '卡转入（元）', en: 'From cards (yuan)' },
  cardOutAmount: { zh: '卡支出（元）', en: 'To cards (yuan)' },
  feeAmount: { zh: '手续费（元）', en: 'Fee (yuan)' },
  closingBalance: { zh: '期末余额（元）', en: 'Closing (yuan)' },
};
