import type { CardOrderDetail } from '@xyxlx/contracts/card-order';
import { cardOrderStateWords } from '@xyxlx/contracts/card-order-kinds';
import { Timeline } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLabel } from '../../lib/label.ts';
import { actorName } from '../../lib/stamp.ts';
import { minuteText } from '../../lib/time.ts';

/** The way of an order until now, the newest step first: when, by whom, and with whom its parcel went. */
export function OrderTimeline({ order: { timeline, parcel } }: { order: CardOrderDetail }) {
  const { t } = useTranslation('order');
  const label = useLabel();
  return (
    <section>
      <h3>{t('timeline')}</h3>
      <Timeline
        items={timeline.toReversed().map(({ seq, state, createdAt, createdBy }) => ({
          key: seq,
          content: (
            <>
              <div>{label(cardOrderStateWords[state])}</div>
              <div style={{ color: 'var(--ink-soft)' }}>
                {[
                  minuteText(createdAt),
                  createdBy && actorName(createdBy),
                  state === 'SHIPPED' && parcel && `${parcel.carrier} ${parcel.trackingNo}`,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </div>
            </>
          ),
        }))}
      />
    </section>
  );
}
