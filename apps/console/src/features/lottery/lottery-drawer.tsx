import { skipToken, useQuery } from '@tanstack/react-query';
import type { LotteryRow } from '@xyxlx/contracts/lottery';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { CopyButton } from '../../kit/copy-button.tsx';
import { DetailDrawer } from '../../kit/detail-drawer.tsx';
import { Facts } from '../../kit/facts.tsx';
import { api } from '../../lib/api.ts';
import { useCan } from '../../lib/me.ts';
import { amountText, countText } from '../../lib/money.ts';
import { momentText } from '../../lib/time.ts';
import { LotteryStateTag } from './lottery-state-tag.tsx';

const AwardDialog = lazy(async () => ({ default: (await import('./award-dialog.tsx')).AwardDialog }));

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
  // Kept apart from the footer, which goes with the state that the award changes.
  const [awarded, setAwarded] = useState<LotteryRow | null>(null);
  return (
    <>
      <DetailDrawer
        open={id !== null}
        record={record}
        title={t('detail.title')}
        titleOf={(draw) => <span className="figures">{draw.lotteryNo}</span>}
        extra={(draw) => <LotteryStateTag state={draw.state} />}
        footer={(draw) =>
          can('lottery.award') &&
          (draw.state === 'PENDING' || draw.state === 'FAILED') && (
            <Button type="primary" onClick={() => setAwarded(draw)}>
              {t('award.action')}
            </Button>
          )
        }
        size={560}
        onClose={onClose}
      >
        {(draw) => <Detail draw={draw} />}
      </DetailDrawer>
      <Suspense>
        {awarded && (
          <AwardDialog
            ids={[awarded.id]}
            nameOf={() => `${awarded.lotteryNo} · ${awarded.employee.name}`}
            onClose={() => setAwarded(null)}
          />
        )}
      </Suspense>
    </>
  );
}

function Detail({ draw }: { draw: LotteryRow }) {
  const { t } = useTranslation('lottery');
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
        { key: 'prizeType', label: t('field.prizeType'), value: t(`prize.${draw.prizeType}`) },
        { key: 'prizeName', label: t('field.prizeName'), value: draw.prizeName },
        { key: 'prizeAmount', label: t('field.prizeAmount'), value: amountText(draw.prizeAmount) },
        {
          key: 'employee',
          label: t('field.employee'),
          value: (
            <Link to={`/layout/userlist/lottery/${draw.merchant.id}/${draw.employee.id}`}>
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
            <Link to={`/layout/merchant/storebill?paymentNo=${draw.paymentNo}`} className="figures">
              {draw.paymentNo}
            </Link>
          ),
        },
        { key: 'drawnAt', label: t('field.drawnAt'), value: when(draw.drawnAt) },
        { key: 'awardedAt', label: t('field.awardedAt'), value: when(draw.awardedAt) },
        { key: 'expiresAt', label: t('field.expiresAt'), value: when(draw.expiresAt) },
        { key: 'tries', label: t('field.tries'), value: countText(draw.tries) },
        { key: 'failure', label: t('field.failure'), value: draw.failure },
      ]}
    />
  );
}
