import { type ChannelRefund, channelRefundStateWords } from '@xyxlx/contracts/channel-refund';
import { Flex, Typography } from 'antd';
import { labelText } from '../../lib/label.ts';
import { StateTag } from '../state-tag.tsx';
import type { RecordAction } from './record-action.ts';
import { RecordActions } from './record-actions.tsx';

interface ChannelRefundCellProps {
  /** Null where the money went another way. */
  refund: ChannelRefund | null;
  /** Its number, as actions name it. */
  no: string;
  actions: readonly RecordAction<ChannelRefund>[];
}

/** How far a channel is with a refund, what it said last, and what can be done about it. */
export function ChannelRefundCell({ refund, no, actions }: ChannelRefundCellProps) {
  if (refund === null) return '—';
  return (
    <Flex vertical gap={4} align="flex-start">
      <Flex gap={8} align="center">
        <StateTag words={channelRefundStateWords[refund.state]} />
        <RecordActions record={refund} nameOf={() => no} actions={actions} inRow />
      </Flex>
      {refund.answer && <Typography.Text type="secondary">{labelText(refund.answer)}</Typography.Text>}
    </Flex>
  );
}
