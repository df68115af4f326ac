import type { ConsumptionDetail } from '@xyxlx/contracts/consumption';
import { ActForecast } from '../../kit/approval/act-forecast.tsx';
import { api } from '../../lib/api.ts';
import { businessNow } from '../../lib/business-clock.ts';

/**
 * What goes back restores a limit; where that has ended, the company's share goes to its fund. A card has back what it has room for: how
 * much that is, is known when it goes back.
 */
export function MoneyBackForecast({ payment, amount }: { payment: ConsumptionDetail; amount: number }) {
  const { merchant, enterpriseAmount, refundedAmount, limitExpiresAt } = payment;
  const share = Math.min(amount, Math.max(0, enterpriseAmount - refundedAmount));
  const hasEnded = limitExpiresAt !== null && Date.parse(limitExpiresAt) <= businessNow().getTime();
  return (
    <ActForecast
      subjectType="consumptionRefund"
      merchantId={merchant.id}
      amount={amount}
      fundDelta={hasEnded ? share : 0}
    />
  );
}

/** Everything that shows what money went back to. */
export function moneyBackAreas() {
  return [api.approval, api.card, api.consumption, api.employee, api.merchant, api.home].map((area) =>
    area.pathFilter(),
  );
}
