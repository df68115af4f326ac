import { skipToken, useQuery } from '@tanstack/react-query';
import { type BillDetail, billStateWords } from '@xyxlx/contracts/bill';
import { billKindWords } from '@xyxlx/contracts/bill-kinds';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { RecordActions } from '../../kit/actions/record-actions.tsx';
import { ApprovalHistory } from '../../kit/approval/approval-history.tsx';
import { ApprovalNotice } from '../../kit/approval/approval-notice.tsx';
import { useSubjectApproval } from '../../kit/approval/use-subject-approval.ts';
import { DetailDrawer } from '../../kit/detail/detail-drawer.tsx';
import { Facts } from '../../kit/detail/facts.tsx';
import { StateTag } from '../../kit/state-tag.tsx';
import { api } from '../../lib/api.ts';
import { yuanText } from '../../lib/money.ts';
import { billActions } from './bill-actions.ts';
import styles from './bill-drawer.module.css';
import { BillEntries } from './bill-entries.tsx';
import { BillLines } from './bill-lines.tsx';
import { BillSum } from './bill-sum.tsx';

interface BillDrawerProps {
  /** Null keeps it closed. */
  id: string | null;
  onOpen(id: string): void;
  onClose(): void;
}

/** One bill: how its closing comes about, what the ledger says, and every movement. */
export function BillDrawer({ id, onOpen, onClose }: BillDrawerProps) {
  const { t } = useTranslation('bill');
  const record = useQuery(api.bill.getBill.queryOptions(id ? { id } : skipToken));
  return (
    <DetailDrawer
      open={id !== null}
      record={record}
      title={t('detail.title')}
      titleOf={(bill) => `${(bill.merchant ?? bill.company)?.name} · ${bill.period}`}
      extra={(bill) => <StateTag words={billStateWords[bill.state]} />}
      footer={(bill) => <Actions key={bill.id} bill={bill} />}
      size={880}
      onClose={onClose}
    >
      {(bill) => <Detail key={bill.id} bill={bill} onOpen={onOpen} />}
    </DetailDrawer>
  );
}

function Actions({ bill }: { bill: BillDetail }) {
  const { t } = useTranslation('bill');
  const canDecide = useSubjectApproval('billConfirmation', bill.id)?.canDecide ?? false;
  return <RecordActions record={bill} nameOf={({ billNo }) => billNo} actions={billActions(t, canDecide)} />;
}

function Detail({ bill, onOpen }: { bill: BillDetail; onOpen(id: string): void }) {
  const { t } = useTranslation('bill');
  const approval = useSubjectApproval('billConfirmation', bill.id);
  return (
    <div className={styles.detail}>
      {approval?.state === 'PENDING' && <ApprovalNotice approval={approval} />}
      {bill.disputeReason && bill.state === 'DISPUTED' && (
        <Alert type="error" showIcon title={t('detail.disputed', { reason: bill.disputeReason })} />
      )}
      {!bill.periodEnded && <Alert type="info" showIcon title={t('detail.running')} />}
      {bill.balanced ? (
        <Alert type="success" showIcon title={t('detail.balanced')} />
      ) : (
        <Alert
          type="warning"
          showIcon
          title={t('detail.unbalanced', { amount: yuanText(bill.recomputedClosingBalance) })}
        />
      )}
      <BillSum bill={bill} />
      {bill.kind === 'COMPANY' && (
        <section>
          <h3>{t('line.title')}</h3>
          <BillLines billId={bill.id} onOpen={onOpen} />
        </section>
      )}
      <section>
        <h3>{t('entry.title')}</h3>
        <BillEntries bill={bill} />
      </section>
      {approval && <ApprovalHistory history={approval.history} />}
      <Facts
        record={bill}
        facts={(cell) => [
          cell.figures('billNo', t('field.billNo'), (row) => row.billNo),
          cell.kind('kind', t('field.kind'), billKindWords, (row) => row.kind),
          cell.stamp(
            'issued',
            t('field.issuedAt'),
            (row) => row.issuedAt,
            (row) => row.issuedBy,
          ),
          cell.stamp(
            'confirmed',
            t('field.confirmedAt'),
            (row) => row.confirmedAt,
            (row) => row.confirmedBy,
          ),
          cell.stamp(
            'updated',
            t('field.updatedAt'),
            (row) => row.updatedAt,
            (row) => row.updatedBy,
          ),
        ]}
      />
    </div>
  );
}
