import { type CompanyRow, certificationStateWords } from '@xyxlx/contracts/company';
import { useTranslation } from 'react-i18next';
import { ApprovalHistory } from '../../kit/approval/approval-history.tsx';
import { ApprovalNotice } from '../../kit/approval/approval-notice.tsx';
import { PendingChange } from '../../kit/approval/pending-change.tsx';
import { useSubjectApproval } from '../../kit/approval/use-subject-approval.ts';
import { CopyButton } from '../../kit/copy-button.tsx';
import { Facts } from '../../kit/detail/facts.tsx';
import { MaskedText } from '../../kit/masked-text.tsx';
import { StateTag } from '../../kit/state-tag.tsx';
import { countText } from '../../lib/money.ts';
import { stampText } from '../../lib/stamp.ts';
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
        items={[
          { key: 'name', label: t('field.name'), value: company.name },
          { key: 'parent', label: t('field.parent'), value: company.parent?.name },
          {
            key: 'creditCode',
            label: t('field.creditCode'),
            value: company.creditCode && (
              <span className="figures">
                {company.creditCode} <CopyButton value={company.creditCode} />
              </span>
            ),
          },
          {
            key: 'certification',
            label: t('field.certification'),
            value: <StateTag words={certificationStateWords[company.certification]} />,
          },
          { key: 'contactName', label: t('field.contactName'), value: company.contactName },
          {
            key: 'contactMobile',
            label: t('field.contactMobile'),
            value: company.contactMobile && <MaskedText value={company.contactMobile} />,
          },
          { key: 'address', label: t('field.address'), value: company.address },
          { key: 'memberCount', label: t('field.memberCount'), value: countText(company.memberCount) },
          { key: 'merchantCount', label: t('field.merchantCount'), value: countText(company.merchantCount) },
          {
            key: 'updatedAt',
            label: t('field.updatedAt'),
            value: stampText(company.updatedAt, company.updatedBy),
          },
        ]}
      />
      {approval && <ApprovalHistory history={approval.history} />}
      {change && <ApprovalHistory title={t('detail.changes')} history={change.history} />}
      <InvoiceTitles companyId={company.id} />
    </div>
  );
}
