import { skipToken, useMutation, useQuery } from '@tanstack/react-query';
import { type LotteryRow, lotteryStateWords, prizeTypeWords } from '@xyxlx/contracts/lottery';
import { paths } from '@xyxlx/contracts/paths';
import { useTranslation } from 'react-i18next';
import { generatePath, Link } from 'react-router';
import { RecordActions } from '../../kit/actions/record-actions.tsx';
import { CopyButton } from '../../kit/copy-button.tsx';
import { DetailDrawer } from '../../kit/detail/detail-drawer.tsx';
import { Facts } from '../../kit/detail/facts.tsx';
import { RevealButton } from '../../kit/detail/reveal-button.tsx';
import { StateTag } from '../../kit/state-tag.tsx';
import { api } from '../../lib/api.ts';
import { labelText } from '../../lib/label.ts';
import { useCan } from '../../lib/me.ts';
import { amountText, countText } from '../../lib/money.ts';
import { momentText } from '../../lib/time.ts';
import { lotteryActions } from './lottery-actions.tsx';

interface LotteryDrawerProps {
  /** Null keeps it closed. */
  id: string | null;
  onClose(): void;
}

/** One draw, over the list. */
export function LotteryDrawer({ id, onClose }: LotteryDrawerProps) {
  const { t } = useTranslation('lottery');
  const can = useCan();
  const record = useQuery(api.lottery.getLottery.queryOptions(id ? { id } : skipToken));
  return (
    <DetailDrawer
      open={id !== null}
      record={record}
      title={t('detail.title')}
      titleOf={(draw) => <span className="figures">{draw.lotteryNo}</span>}
      extra={(draw) => <StateTag words={lotteryStateWords[draw.state]} />}
      footer={(draw) =>
        can('lottery.award') && (
          <RecordActions
            key={draw.id}
            record={draw}
            nameOf={({ lotteryNo, employee }) => `${lotteryNo} · ${employee.name}`}
            actions={lotteryActions(t)}
          />
        )
      }
      size={560}
      onClose={onClose}
    >
      {(draw) => <Detail key={draw.id} draw={draw} />}
    </DetailDrawer>
  );
}

function Detail({ draw }: { draw: LotteryRow }) {
  const { t } = useTranslation('lottery');
  const can = useCan();
  const reveal = useMutation(api.lottery.revealLottery.mutationOptions());
  const isCoupon = draw.prizeType === 'COUPON';
  const when = (instant: string | null) => instant && <span className="figures">{momentText(instant)}</span>;
  return (
    <Facts
      items={[
        {
          key: 'lotteryNo',
          label: t('field.lotteryNo'),
          value: (
            <span className="figures">
              {draw.lotteryNo} <CopyButton value={draw.lotteryNo} />
            </span>
          ),
        },
        { key: 'activity', label: t('field.activity'), value: draw.activity.name },
        { key: 'prizeType', label: t('field.prizeType'), value: labelText(prizeTypeWords[draw.prizeType]) },
        { key: 'prizeName', label: t('field.prizeName'), value: draw.prizeName },
        { key: 'prizeAmount', label: t('field.prizeAmount'), value: amountText(draw.prizeAmount) },
        {
          key: 'employee',
          label: t('field.employee'),
          value: (
            <Link
              to={generatePath(paths.employeeLottery, {
                merchantId: draw.merchant.id,
                employeeId: draw.employee.id,
              })}
            >
              {draw.employee.name} · {draw.employee.employeeNo}
            </Link>
          ),
        },
        { key: 'merchant', label: t('field.merchant'), value: draw.merchant.name },
        { key: 'store', label: t('field.store'), value: draw.store?.name },
        {
          key: 'paymentNo',
          label: t('field.paymentNo'),
          value: draw.paymentNo && (
            <Link to={`${paths.storeBill}?paymentNo=${draw.paymentNo}`} className="figures">
              {draw.paymentNo}
            </Link>
          ),
        },
        { key: 'drawnAt', label: t('field.drawnAt'), value: when(draw.drawnAt) },
        { key: 'awardedAt', label: t('field.awardedAt'), value: when(draw.awardedAt) },
        ...(draw.prizeType === 'GOODS'
          ? [{ key: 'carrier', label: t('field.carrier'), value: draw.carrier }]
          : []),
        ...(draw.prizeType === 'GOODS' || isCoupon
          ? [
              {
                key: 'deliveryNo',
                label: t(isCoupon ? 'field.code' : 'field.trackingNo'),
                value: draw.deliveryNo && (
                  <span className="figures">
                    {reveal.data?.deliveryNo ?? draw.deliveryNo}{' '}
                    {isCoupon && can('lottery.award') && !reveal.data && (
                      <RevealButton
                        isPending={reveal.isPending}
                        onReveal={(reason) => reveal.mutateAsync({ id: draw.id, reason })}
                      />
                    )}
                    {!isCoupon && <CopyButton value={draw.deliveryNo} />}
                  </span>
                ),
              },
            ]
          : []),
        { key: 'expiresAt', label: t('field.expiresAt'), value: when(draw.expiresAt) },
        { key: 'tries', label: t('field.tries'), value: countText(draw.tries) },
        { key: 'failure', label: t('field.failure'), value: draw.failure },
      ]}
    />
  );
}
