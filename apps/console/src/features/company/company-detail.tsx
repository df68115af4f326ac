import { type CompanyRow, certificationStateWords } from '@xyxlx/contracts/company';
import { useTranslation } from 'react-i18next';
import { ApprovalHistory } from '../../kit/approval/approval-history.tsx';
import { ApprovalNotice } from '../../kit/approval/approval-notice.tsx';
import { PendingChange } from '../../kit/approval/pending-change.tsx';
import { useSubjectApproval } from '../../kit/approval/use-subject-approval.ts';
import { Facts } from '../../kit/detail/facts.tsx';
import { InvoiceTitles } from './invoice-titles.tsx';

/** A company's fields and its invoice titles. */
export function CompanyDetail({ company }: { company: CompanyRow }) {
  const { t } = useTranslation('company');
  const approval = useSubjectApproval('companyCertification', company.id);
  const change = useSubjectApproval('companyChange', company.id);
  return (
    <div style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 20 }}>
      {approval && <ApprovalNotice approval={approval} />}
      <PendingChange approval={change} />
      <Facts
        record={company}
        facts={(cell) => [
          cell.text('name', t('field.name'), (row) => row.name),
          cell.text('parent', t('field.parent'), (row) => row.parent?.name),
          cell.code('creditCode', t('field.creditCode'), (row) => row.creditCode),
          cell.state(
            'certification',
            t('field.certification'),
            certificationStateWords,
            (row) => row.certification,
          ),
          cell.text('contactName', t('field.contactName'), (row) => row.contactName),
          cell.masked('contactMobile', t('field.contactMobile'), (row) => row.contactMobile),
          cell.text('address', t('field.address'), (row) => row.address),
          cell.count('memberCount', t('field.memberCount'), (row) => row.memberCount),
          cell.count('merchantCount', t('field.merchantCount'), (row) => row.merchantCount),
          cell.stamp(
            'updatedAt',
            t('field.updatedAt'),
            (row) => row.updatedAt,
            (row) => row.updatedBy,
          ),
        ]}
      />
      {approval && <ApprovalHistory history={approval.history} />}
      {change && <ApprovalHistory title={t('detail.changes')} history={change.history} />}
      <InvoiceTitles companyId={company.id} />
    </div>
  );
}
