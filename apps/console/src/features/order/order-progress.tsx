import type { CardOrderDetail } from '@xyxlx/contracts/card-order';
import { type CardOrderState, cardOrderStateWords } from '@xyxlx/contracts/card-order-kinds';
import { Progress, Steps } from 'antd';
import { useTranslation } from 'react-i18next';
import { labelText } from '../../lib/label.ts';
import { useMedia } from '../../lib/use-media.ts';

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
  const isNarrow = useMedia('(width < 640px)');
  const steps = address === null ? wayWithoutParcel : way;
  const reached = steps.indexOf(state);
  const stopped = Math.max(0, ...timeline.map((step) => steps.indexOf(step.state)));
  const isDone = reached === steps.length - 1;
  const items = steps.map((step, n) => ({
    title: labelText(cardOrderStateWords[reached < 0 && n === stopped ? state : step]),
  }));
  const current = reached < 0 ? stopped : reached;
  const status = reached < 0 ? 'error' : isDone ? 'finish' : 'process';
  // On a phone the whole way would push away what is to be done.
  if (isNarrow)
    return (
      <OnPhone
        name={items[current]?.title}
        place={current + 1}
        count={steps.length}
        isStopped={reached < 0}
      />
    );
  return (
    <Steps
      size="small"
      titlePlacement="vertical"
      responsive={false}
      current={current}
      status={status}
      items={items}
    />
  );
}

interface OnPhoneProps {
  /** Of the step that it has come to. */
  name: string | undefined;
  place: number;
  count: number;
  isStopped: boolean;
}

/** The same in a line: so many steps of so many. */
function OnPhone({ name, place, count, isStopped }: OnPhoneProps) {
  const { t } = useTranslation('order');
  return (
    <div>
      <div>
        {name} · {t('progress', { place, count })}
      </div>
      <Progress
        percent={(place / count) * 100}
        steps={count}
        showInfo={false}
        size={[38, 6]}
        {...(!isStopped && { strokeColor: 'var(--brand)' })}
        {...(isStopped && { status: 'exception' })}
        aria-label={t('progress', { place, count })}
      />
    </div>
  );
}
