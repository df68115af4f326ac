import type { BillDetail } from '@xyxlx/contracts/bill';
import { billKindWords } from '@xyxlx/contracts/bill-kinds';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { ApprovalHistory } from '../../../kit/approval/approval-history.tsx';
import { ApprovalNotice } from '../../../kit/approval/approval-notice.tsx';
import { useSubjectApproval } from '../../../kit/approval/use-subject-approval.ts';
import { Facts } from '../../../kit/detail/facts.tsx';
import { yuanText } from '../../../lib/money.ts';
import { BillEntries } from './bill-entries.tsx';
import { BillLines } from './bill-lines.tsx';
import styles from './bill-record.module.css';
import { BillSum } from './bill-sum.tsx';
import { BillThread } from './bill-thread.tsx';
import { StatementButton } from './statement-button.tsx';

/** One bill: how its closing comes about, what the ledger says, its dispute and every movement. */
export function BillRecord({ bill, onOpen }: { bill: BillDetail; onOpen(id: string): void }) {
  const { t } = useTranslation('bill');
  const approval = useSubjectApproval('billConfirmation', bill.id);
  return (
    <div className={styles.detail}>
      {approval?.state === 'PENDING' && <ApprovalNotice approval={approval} />}
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
      <div className={styles.statement}>
        <StatementButton billId={bill.id} />
      </div>
      <BillThread bill={bill} />
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
          bill.kind === 'MERCHANT'
            ? cell.record('merchant', t('field.merchant'), 'merchant', (row) => row.merchant)
            : cell.record('company', t('field.company'), 'company', (row) => row.company),
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
