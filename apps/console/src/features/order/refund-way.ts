import type { CardOrderDetail } from '@xyxlx/contracts/card-order';
import { topUpChannelWords } from '@xyxlx/contracts/top-up-kinds';
import type { TFunction } from 'i18next';
import { labelText } from '../../lib/label.ts';

/** Where what an order was paid with goes back to: its company's fund, the payer's bank account, or the payer by the channel. */
export function refundWay(t: TFunction<'order'>, { company, payments }: CardOrderDetail): string {
  const [payment] = payments;
  if (!payment) return '';
  const { method, channel } = payment;
  if (method === 'FUND') return t('refund.way.fund', { company: company.name });
  if (channel === null || channel === 'TRANSFER') return t('refund.way.bank');
  return t('refund.way.channel', { channel: labelText(topUpChannelWords[channel]) });
}
