import { skipToken, useQuery } from '@tanstack/react-query';
import { lineDirectionWords, lineStateWords, type StatementLineRow } from '@xyxlx/contracts/statement';
import { Flex } from 'antd';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { RecordActions } from '../../kit/actions/record-actions.tsx';
import { ApprovalHistory } from '../../kit/approval/approval-history.tsx';
import { ApprovalNotice } from '../../kit/approval/approval-notice.tsx';
import { DecisionLink } from '../../kit/approval/decision-link.tsx';
import { useSubjectApproval } from '../../kit/approval/use-subject-approval.ts';
import { DetailDrawer } from '../../kit/detail/detail-drawer.tsx';
import { Facts } from '../../kit/detail/facts.tsx';
import { PostedIn } from '../../kit/posted-in.tsx';
import { StateTag } from '../../kit/state-tag.tsx';
import { api } from '../../lib/api.ts';

const ClaimDialog = lazy(async () => ({ default: (await import('./claim-dialog.tsx')).ClaimDialog }));

interface LineDrawerProps {
  /** Null keeps it closed. */
  id: string | null;
  onClose(): void;
}

/** One line of a statement, and its claim: who claims it, and where that is decided. */
export function LineDrawer({ id, onClose }: LineDrawerProps) {
  const { t } = useTranslation('fund');
  const line = useQuery(api.fund.getLine.queryOptions(id ? { id } : skipToken));
  const approval = useSubjectApproval('topUpClaim', id ?? undefined);
  return (
    <DetailDrawer<StatementLineRow>
      open={id !== null}
      record={line}
      title={t('line.detail')}
      titleOf={({ bankNo }) => <span className="figures">{bankNo}</span>}
      extra={({ state }) => <StateTag words={lineStateWords[state]} />}
      footer={(row) =>
        approval?.canDecide || approval?.canWithdraw ? (
          <DecisionLink approval={approval} />
        ) : (
          <RecordActions
            record={row}
            nameOf={({ bankNo }) => bankNo}
            actions={[
              {
                name: 'claimTopUp',
                permission: 'topup.edit',
                label: t('claim.action'),
                look: 'primary',
                offered: ({ state }) => state === 'UNCLAIMED',
                dialog: (record, close) => <ClaimDialog line={record} onClose={close} />,
              },
            ]}
          />
        )
      }
      onClose={onClose}
    >
      {(row) => (
        <Flex vertical gap={16}>
          {approval && <ApprovalNotice approval={approval} />}
          <Facts
            record={row}
            facts={(cell) => [
              cell.code('bankNo', t('line.bankNo'), ({ bankNo }) => bankNo),
              cell.kind('direction', t('line.direction'), lineDirectionWords, ({ direction }) => direction),
              cell.amount('amount', t('field.amount'), ({ amount }) => amount),
              cell.amount('balanceAfter', t('line.balance'), ({ balanceAfter }) => balanceAfter),
              cell.minute('at', t('line.at'), ({ at }) => at),
              cell.text('payer', t('line.payer'), ({ payer }) => payer),
              cell.text('summary', t('line.summary'), ({ summary }) => summary),
              cell.text(
                'account',
                t('line.account'),
                ({ account }) => `${account.name} ${account.accountNo}`,
              ),
              cell.text('bank', t('line.bank'), ({ account }) => account.bank),
              cell.custom('voucher', t('field.voucher'), ({ id: posted }) => (
                <PostedIn type="statementLine" id={posted} />
              )),
            ]}
          />
          {row.claim && (
            <Facts
              title={t('claim.title')}
              record={row.claim}
              facts={(cell) => [
                cell.code('topUpNo', t('claim.no'), ({ topUpNo }) => topUpNo),
                cell.record('company', t('field.company'), 'company', ({ company }) => company),
                row.claim?.order != null && cell.code('order', t('claim.order'), ({ order }) => order?.no),
                cell.text('remark', t('claim.remark'), ({ remark }) => remark),
                cell.stamp(
                  'createdAt',
                  t('field.createdAt'),
                  ({ createdAt }) => createdAt,
                  ({ createdBy }) => createdBy,
                ),
              ]}
            />
          )}
          {approval && <ApprovalHistory history={approval.history} />}
        </Flex>
      )}
    </DetailDrawer>
  );
}
