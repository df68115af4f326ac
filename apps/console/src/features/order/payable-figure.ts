import { capitalAmount } from '@xyxlx/contracts/voucher-paper';
import { currentLanguage } from '../../lib/i18n.ts';
import { amountText } from '../../lib/money.ts';

/** What is to be paid, in fen; in Chinese spelt as on cheques, too. */
export function payableFigure(label: string, fen: number) {
  const isSpelt = fen > 0 && currentLanguage() === 'zh';
  return { key: 'payable', label, value: amountText(fen), ...(isSpelt && { hint: capitalAmount(fen) }) };
}
