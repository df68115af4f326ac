import { useQueryClient } from '@tanstack/react-query';
import type { CardOrderDetail } from '@xyxlx/contracts/card-order';
import { endedJobStates } from '@xyxlx/contracts/job';
import { Progress } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLiveEvents } from '../../kit/use-live.ts';
import { api } from '../../lib/api.ts';
import { countText } from '../../lib/money.ts';

/** How many cards of an order are made: as the live channel tells, or as the order says that is read again. */
export function Making({ order, jobId }: { order: CardOrderDetail; jobId: string }) {
  const { t } = useTranslation('order');
  const queryClient = useQueryClient();
  const [told, setTold] = useState(0);
  useLiveEvents((event) => {
    if (event.type !== 'job' || event.job.id !== jobId) return;
    setTold(event.job.done);
    if (endedJobStates.includes(event.job.state)) queryClient.invalidateQueries(api.order.pathFilter());
  });
  const read = order.lines.reduce((sum, { made }) => sum + made, 0);
  const made = Math.max(told, read);
  return (
    <section aria-label={t('making')}>
      <p className="figures" aria-live="polite" style={{ margin: 0 }}>
        {t('making.made', { made: countText(made), quantity: countText(order.quantity) })}
      </p>
      <Progress
        percent={Math.floor((made / order.quantity) * 100)}
        status="active"
        aria-label={t('making')}
      />
    </section>
  );
}
