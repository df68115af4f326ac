import { skipToken, useQuery } from '@tanstack/react-query';
import { fundTransferStateWords } from '@xyxlx/contracts/fund';
import { Flex } from 'antd';
import { useTranslation } from 'react-i18next';
import { ApprovalHistory } from '../../kit/approval/approval-history.tsx';
import { ApprovalNotice } from '../../kit/approval/approval-notice.tsx';
import { DecisionLink } from '../../kit/approval/decision-link.tsx';
import { useSubjectApproval } from '../../kit/approval/use-subject-approval.ts';
import { DetailDrawer } from '../../kit/detail/detail-drawer.tsx';
import { Facts } from '../../kit/detail/facts.tsx';
import { PostedIn } from '../../kit/posted-in.tsx';
import { StateTag } from '../../kit/state-tag.tsx';
import { api } from '../../lib/api.ts';
import { accountText, targetText } from './account-text.ts';

interface TransferDrawerProps {
  /** Null keeps it closed. */
  id: string | null;
  onClose(): void;
}

/** One transfer, who handed it in and who decided; where it waits, the way to where that is done. */
export function TransferDrawer({ id, onClose }: TransferDrawerProps) {
  const { t } = useTranslation('fund');
  const transfer = useQuery(api.fund.getTransfer.queryOptions(id ? { id } : skipToken));
  const approval = useSubjectApproval('fundTransfer', id ?? undefined);
  return (
    <DetailDrawer
      open={id !== null}
      record={transfer}
      title={t('transfer.detail')}
      titleOf={({ transferNo }) => <span className="figures">{transferNo}</span>}
      extra={({ state }) => <StateTag words={fundTransferStateWords[state]} />}
      footer={() => (approval?.canDecide || approval?.canWithdraw) && <DecisionLink approval={approval} />}
      onClose={onClose}
    >
      {(row) => (
        <Flex vertical gap={16}>
          {approval && <ApprovalNotice approval={approval} />}
          <Facts
            record={row}
            facts={(cell) => [
              cell.code('transferNo', t('field.transferNo'), ({ transferNo }) => transferNo),
              cell.amount('amount', t('field.amount'), ({ amount }) => amount),
              cell.text('from', t('field.from'), ({ from }) => accountText(from)),
              cell.text('to', t('field.to'), targetText),
              cell.text('reason', t('field.reason'), ({ reason }) => reason),
              cell.stamp(
                'createdAt',
                t('field.createdAt'),
                ({ createdAt }) => createdAt,
                ({ createdBy }) => createdBy,
              ),
              cell.custom('voucher', t('field.voucher'), ({ id: posted }) => (
                <PostedIn type="fundTransfer" id={posted} />
              )),
            ]}
          />
          {approval && <ApprovalHistory history={approval.history} />}
        </Flex>
      )}
    </DetailDrawer>
  );
}
