import type { TopUpRow } from '@xyxlx/contracts/top-up';

/**
 * Where a top-up is paid: the page of its channel, beside the gateway of the binding, which is told that credit cards are not taken. Null
 * once there is nothing to pay.
 */
export function payUrlOf(
  { no, amount, state }: Pick<TopUpRow, 'no' | 'amount' | 'state'>,
  address: string | null,
): string | null {
  if (address === null || (state !== 'WAITING' && state !== 'PAYING')) return null;
  const url = new URL('/pay', address);
  url.search = new URLSearchParams({ no, amount: String(amount), disable: 'creditCard' }).toString();
  return url.href;
}
