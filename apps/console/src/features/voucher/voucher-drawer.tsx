import { skipToken, useQuery } from '@tanstack/react-query';
import { voucherKindWords, voucherStateWords } from '@xyxlx/contracts/voucher-kinds';
import type { VoucherDetail } from '@xyxlx/contracts/voucher-record';
import { Alert, Flex } from 'antd';
import { useTranslation } from 'react-i18next';
import { RecordActions } from '../../kit/actions/record-actions.tsx';
import { ApprovalHistory } from '../../kit/approval/approval-history.tsx';
import { ApprovalNotice } from '../../kit/approval/approval-notice.tsx';
import { DecisionLink } from '../../kit/approval/decision-link.tsx';
import { useSubjectApproval } from '../../kit/approval/use-subject-approval.ts';
import { DetailDrawer } from '../../kit/detail/detail-drawer.tsx';
import { Facts } from '../../kit/detail/facts.tsx';
import { RowButton } from '../../kit/row-button.tsx';
import { StateTag } from '../../kit/state-tag.tsx';
import { api } from '../../lib/api.ts';
import { Attachments } from './attachments.tsx';
import { Postings } from './postings.tsx';
import { voucherActions } from './voucher-actions.tsx';
import { voucherName } from './voucher-name.ts';
import { VoucherSheet } from './voucher-sheet.tsx';

interface VoucherDrawerProps {
  /** Null keeps it closed. */
  id: string | null;
  onOpen(id: string): void;
  onEdit(voucher: VoucherDetail): void;
  onClose(): void;
}

/** One voucher as it looks on paper, who wrote, approved and posted it, and the postings that it was made from. */
export function VoucherDrawer({ id, onOpen, onEdit, onClose }: VoucherDrawerProps) {
  const { t } = useTranslation('voucher');
  const record = useQuery(api.voucher.getVoucher.queryOptions(id ? { id } : skipToken));
  const approval = useSubjectApproval('voucher', id ?? undefined);
  const canDecide = approval?.canDecide ?? false;
  return (
    <DetailDrawer
      open={id !== null}
      record={record}
      title={t('detail.title')}
      titleOf={(voucher) => `${voucherName(voucher, t)} · ${voucher.period}`}
      extra={({ state }) => <StateTag words={voucherStateWords[state]} />}
      footer={(voucher) => (
        <>
          <RecordActions
            key={voucher.id}
            record={voucher}
            nameOf={(one) => voucherName(one, t)}
            actions={voucherActions(t, { canDecide, onEdit, onClose })}
          />
          <DecisionLink approval={approval} />
        </>
      )}
      size={1000}
      hasOwnPrint
      onClose={onClose}
    >
      {(voucher) => (
        <Flex vertical gap={16}>
          {approval && <ApprovalNotice approval={approval} />}
          {voucher.reason && <Alert type="warning" showIcon title={voucher.reason} />}
          <VoucherSheet voucher={voucher} />
          <Facts
            record={voucher}
            facts={(cell) => [
              cell.kind('kind', t('field.kind'), voucherKindWords, ({ kind }) => kind),
              cell.minute('createdAt', t('field.createdAt'), ({ createdAt }) => createdAt),
              voucher.reverses &&
                cell.custom('reverses', t('field.reverses'), ({ reverses }) => other(reverses)),
              voucher.reversedBy &&
                cell.custom('reversedBy', t('field.reversedBy'), ({ reversedBy }) => other(reversedBy)),
            ]}
          />
          <Attachments files={voucher.attachments} />
          {voucher.slot && (
            <section>
              <h3>{t('posting.ofVoucher', { count: voucher.slot.postingCount })}</h3>
              <Postings asked={{ voucherId: voucher.id }} />
            </section>
          )}
          {approval && <ApprovalHistory history={approval.history} />}
        </Flex>
      )}
    </DetailDrawer>
  );

  function other(named: VoucherDetail['reverses']) {
    if (!named) return null;
    const name = named.voucherNo ?? t('posting.waiting');
    return <RowButton onPress={() => onOpen(named.id)}>{`${named.period} ${name}`}</RowButton>;
  }
}
