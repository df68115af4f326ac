import type { TopUpDetail } from '@xyxlx/contracts/top-up';
import { topUpReversalKindWords, topUpReversalStateWords } from '@xyxlx/contracts/top-up-kinds';
import { useTranslation } from 'react-i18next';
import { ChannelRefundCell } from '../../kit/actions/channel-refund-cell.tsx';
import { RowsTable } from '../../kit/list/rows-table.tsx';
import { PostedIn } from '../../kit/posted-in.tsx';
import { resendRefund } from './resend-refund.ts';

/** How a top-up was taken back or is to be, the newest first; nothing where nobody has asked for it. */
export function Reversals({ reversals }: Pick<TopUpDetail, 'reversals'>) {
  const { t } = useTranslation('top-up');
  if (reversals.length === 0) return null;
  return (
    <section>
      <h3>{t('reversals')}</h3>
      <RowsTable
        name="topUpReversal"
        label={t('reversals')}
        rows={reversals}
        rowId={({ id }) => id}
        columns={(cell) => [
          cell.figures('no', t('field.reversalNo'), ({ no }) => no),
          cell.kind('kind', t('field.kind'), topUpReversalKindWords, ({ kind }) => kind),
          cell.state('state', t('field.state'), topUpReversalStateWords, ({ state }) => state),
          cell.money('amount', t('field.amount'), ({ amount }) => amount),
          cell.text('reason', t('field.reason'), ({ reason }) => reason, { width: 160 }),
          cell.text('createdBy', t('field.by'), ({ createdBy }) => createdBy),
          cell.minute('doneAt', t('field.doneAt'), ({ doneAt }) => doneAt),
          cell.custom('channelRefund', t('field.channelRefund'), ({ channelRefund, no }) => (
            <ChannelRefundCell refund={channelRefund} no={no} actions={resendRefund(t)} />
          )),
          cell.custom('voucher', t('field.voucher'), ({ id }) => <PostedIn type="topUpReversal" id={id} />),
        ]}
      />
    </section>
  );
}
