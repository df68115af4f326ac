import { skipToken, useQuery } from '@tanstack/react-query';
import type { TopUpDetail } from '@xyxlx/contracts/top-up';
import {
  topUpChannelWords,
  topUpDiversionWords,
  topUpExceptionWords,
  topUpStateWords,
} from '@xyxlx/contracts/top-up-kinds';
import { Alert, Flex } from 'antd';
import { useTranslation } from 'react-i18next';
import { RecordActions } from '../../kit/actions/record-actions.tsx';
import { useSubjectApproval } from '../../kit/approval/use-subject-approval.ts';
import { WaitingDecision } from '../../kit/approval/waiting-decision.tsx';
import { DetailDrawer } from '../../kit/detail/detail-drawer.tsx';
import { Facts } from '../../kit/detail/facts.tsx';
import { TopUpTransfer } from '../../kit/pay/top-up-transfer.tsx';
import { PostedIn } from '../../kit/posted-in.tsx';
import { StateTag } from '../../kit/state-tag.tsx';
import { api } from '../../lib/api.ts';
import { labelText } from '../../lib/label.ts';
import { yuanText } from '../../lib/money.ts';
import { Matches } from './matches.tsx';
import { Reversals } from './reversals.tsx';
import { topUpActions } from './top-up-actions.tsx';

interface TopUpDrawerProps {
  /** Null keeps it closed. */
  id: string | null;
  onPay(row: TopUpDetail): void;
  onClose(): void;
}

/** One top-up: what was asked for, what came, and what is odd about it. */
export function TopUpDrawer({ id, onPay, onClose }: TopUpDrawerProps) {
  const { t } = useTranslation('top-up');
  const topUp = useQuery(api.topup.getTopUp.queryOptions(id ? { id } : skipToken));
  return (
    <DetailDrawer<TopUpDetail>
      open={id !== null}
      record={topUp}
      title={t('detail')}
      titleOf={({ no }) => <span className="figures">{no}</span>}
      extra={({ state }) => <StateTag words={topUpStateWords[state]} />}
      footer={(row) => (
        <RecordActions record={row} nameOf={({ no }) => no} actions={topUpActions(t, onPay)} />
      )}
      onClose={onClose}
    >
      {(row) => (
        <Flex vertical gap={16}>
          {row.late && <Alert type="warning" showIcon title={t('late.words')} />}
          {row.divertedFor !== null && (
            <Alert
              type="warning"
              showIcon
              title={t('diverted.words', {
                why: labelText(topUpDiversionWords[row.divertedFor]),
                company: row.company.name,
              })}
            />
          )}
          {row.toldAmount !== null && (
            <Alert
              type="error"
              showIcon
              title={labelText(topUpExceptionWords.MISMATCH)}
              description={t('mismatch.words', {
                told: yuanText(row.toldAmount),
                asked: yuanText(row.amount),
              })}
            />
          )}
          <WaitingReversal reversals={row.reversals} />
          <TopUpTransfer row={row} />
          <Matches topUp={row} />
          <Facts
            record={row}
            facts={(cell) => [
              cell.code('no', t('field.no'), ({ no }) => no),
              cell.kind('channel', t('field.channel'), topUpChannelWords, ({ channel }) => channel),
              cell.record('company', t('field.company'), 'company', ({ company }) => company),
              row.card && cell.text('card', t('field.card'), ({ card }) => card?.cardNo),
              row.order && cell.code('order', t('field.order'), ({ order }) => order?.no),
              cell.amount('amount', t('field.amount'), ({ amount }) => amount),
              cell.amount('feeAmount', t('field.fee'), ({ feeAmount }) => feeAmount),
              cell.amount('bonusAmount', t('field.bonus'), ({ bonusAmount }) => bonusAmount),
              cell.amount('receivedAmount', t('field.received'), ({ receivedAmount }) => receivedAmount),
              cell.code('flowNo', t('field.flowNo'), ({ flowNo }) => flowNo),
              row.transferCode !== null &&
                cell.code('transferCode', t('field.transferCode'), ({ transferCode }) => transferCode),
              row.closesAt !== null &&
                cell.minute('closesAt', t('field.closesAt'), ({ closesAt }) => closesAt),
              cell.text('remark', t('field.remark'), ({ remark }) => remark),
              cell.stamp(
                'createdAt',
                t('field.createdAt'),
                ({ createdAt }) => createdAt,
                ({ createdBy }) => createdBy,
              ),
              cell.custom('voucher', t('field.voucher'), ({ id: posted }) => (
                <PostedIn type="topUp" id={posted} />
              )),
            ]}
          />
          <Reversals reversals={row.reversals} />
        </Flex>
      )}
    </DetailDrawer>
  );
}

function WaitingReversal({ reversals }: Pick<TopUpDetail, 'reversals'>) {
  const { t } = useTranslation('top-up');
  const waiting = reversals.find(({ state }) => state === 'SUBMITTED');
  const approval = useSubjectApproval('topUpReversal', waiting?.id);
  if (!waiting) return null;
  return (
    <Flex vertical gap={8}>
      <Alert type="info" showIcon title={t('reverse.waits')} />
      <WaitingDecision approval={approval} />
    </Flex>
  );
}
