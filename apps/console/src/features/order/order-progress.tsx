import type { CardOrderDetail } from '@xyxlx/contracts/card-order';
import { type CardOrderState, cardOrderStateWords } from '@xyxlx/contracts/card-order-kinds';
import { Steps } from 'antd';
import { labelText } from '../../lib/label.ts';

/** The way of an order that nothing stops. */
const way: readonly CardOrderState[] = [
  'SUBMITTED',
  'TO_PAY',
  'PAID',
  'MAKING',
  'TO_SHIP',
  'SHIPPED',
  'DONE',
];
/** The same where no card is sent. */
const wayWithoutParcel = way.filter((state) => state !== 'TO_SHIP' && state !== 'SHIPPED');

/** How far an order has come, and where it was stopped. */
export function OrderProgress({ order: { state, address, timeline } }: { order: CardOrderDetail }) {
  const steps = address === null ? wayWithoutParcel : way;
  const reached = steps.indexOf(state);
  const stopped = Math.max(0, ...timeline.map((step) => steps.indexOf(step.state)));
  const isDone = reached === steps.length - 1;
  return (
    <Steps
      size="small"
      current={reached < 0 ? stopped : reached}
      status={reached < 0 ? 'error' : isDone ? 'finish' : 'process'}
      items={steps.map((step, n) => ({
        title: labelText(cardOrderStateWords[reached < 0 && n === stopped ? state : step]),
      }))}
    />
  );
}
