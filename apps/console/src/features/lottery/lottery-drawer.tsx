import { skipToken, useMutation, useQuery } from '@tanstack/react-query';
import { type LotteryRow, lotteryStateWords, prizeTypeWords } from '@xyxlx/contracts/lottery';
import { paths } from '@xyxlx/contracts/paths';
import { useTranslation } from 'react-i18next';
import { generatePath, Link } from 'react-router';
import { RecordActions } from '../../kit/actions/record-actions.tsx';
import { DetailDrawer } from '../../kit/detail/detail-drawer.tsx';
import { Facts } from '../../kit/detail/facts.tsx';
import { RevealButton } from '../../kit/detail/reveal-button.tsx';
import { PostedIn } from '../../kit/posted-in.tsx';
import { StateTag } from '../../kit/state-tag.tsx';
import { api } from '../../lib/api.ts';
import { useCan } from '../../lib/me.ts';
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
  const isGoods = draw.prizeType === 'GOODS';
  return (
    <Facts
      record={draw}
      facts={(cell) => [
        cell.code('lotteryNo', t('field.lotteryNo'), (row) => row.lotteryNo),
        cell.text('activity', t('field.activity'), (row) => row.activity.name),
        cell.kind('prizeType', t('field.prizeType'), prizeTypeWords, (row) => row.prizeType),
        cell.text('prizeName', t('field.prizeName'), (row) => row.prizeName),
        cell.amount('prizeAmount', t('field.prizeAmount'), (row) => row.prizeAmount),
        cell.custom('employee', t('field.employee'), ({ employee, merchant }) => (
          <Link
            to={generatePath(paths.employeeLottery, { merchantId: merchant.id, employeeId: employee.id })}
          >
            {employee.name} · {employee.employeeNo}
          </Link>
        )),
        cell.record('merchant', t('field.merchant'), 'merchant', (row) => row.merchant),
        cell.record('store', t('field.store'), 'store', (row) => row.store),
        cell.custom(
          'paymentNo',
          t('field.paymentNo'),
          ({ paymentNo }) =>
            paymentNo && (
              <Link to={`${paths.storeBill}?paymentNo=${paymentNo}`} className="figures">
                {paymentNo}
              </Link>
            ),
        ),
        cell.moment('drawnAt', t('field.drawnAt'), (row) => row.drawnAt),
        cell.moment('awardedAt', t('field.awardedAt'), (row) => row.awardedAt),
        isGoods && cell.text('carrier', t('field.carrier'), (row) => row.carrier),
        isGoods && cell.code('deliveryNo', t('field.trackingNo'), (row) => row.deliveryNo),
        isCoupon &&
          cell.custom(
            'deliveryNo',
            t('field.code'),
            ({ deliveryNo }) =>
              deliveryNo && (
                <span className="figures">
                  {reveal.data?.deliveryNo ?? deliveryNo}{' '}
                  {can('lottery.award') && !reveal.data && (
                    <RevealButton
                      isPending={reveal.isPending}
                      onReveal={(reason) => reveal.mutateAsync({ id: draw.id, reason })}
                    />
                  )}
                </span>
              ),
          ),
        cell.moment('expiresAt', t('field.expiresAt'), (row) => row.expiresAt),
        cell.count('tries', t('field.tries'), (row) => row.tries),
        cell.text('failure', t('field.failure'), (row) => row.failure),
        (isGoods || isCoupon) &&
          cell.custom('voucher', t('field.voucher'), (row) => <PostedIn type="lottery" id={row.id} />),
      ]}
    />
  );
}
