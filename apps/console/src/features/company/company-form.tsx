import { useMutation, useQuery } from '@tanstack/react-query';
import { type CompanyRow, companyGuarded, company as contract } from '@xyxlx/contracts/company';
import { useTranslation } from 'react-i18next';
import { useGuardedChange } from '../../kit/approval/guarded-change.ts';
import { companyOptions } from '../../kit/company-options.ts';
import { useCreditCode } from '../../kit/form/credit-code.ts';
import { RecordForm } from '../../kit/form/record-form.tsx';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';

/** Makes a company or changes one. */
export function CompanyForm({ company, onClose }: { company: CompanyRow | null; onClose(): void }) {
  const { t } = useTranslation(['company', 'kit']);
  const tree = useQuery(api.company.getCompanyTree.queryOptions({}));
  const creditCode = useCreditCode(t('field.creditCode'));
  const isGuarded = company?.certification === 'VERIFIED';
  const { guard, savedWords, reason } = useGuardedChange('companyChange', companyGuarded, company, isGuarded);
  const changed = async (words: string) => {
    onClose();
    await acted(words, api.company.pathFilter(), api.approval.pathFilter());
  };
  const add = useMutation(
    api.company.addCompany.mutationOptions({ onSuccess: () => changed(t('kit:saved')) }),
  );
  const edit = useMutation(
    api.company.editCompany.mutationOptions({ onSuccess: (saved, sent) => changed(savedWords(saved, sent)) }),
  );
  return (
    <RecordForm
      title={t(company ? 'form.edit' : 'form.add')}
      record={company}
      guard={guard}
      add={{ schema: contract.addCompany.input, work: add }}
      edit={{ schema: contract.editCompany.input, work: edit }}
      onClose={onClose}
      fields={(field) => [
        field.text('name', t('field.name')),
        field.pick('parentId', t('field.parent'), {
          placeholder: t('form.parent.none'),
          options: companyOptions(tree.data?.list ?? []).filter(({ value }) => value !== company?.id),
        }),
        field.text('creditCode', t('field.creditCode'), creditCode),
        field.text('contactName', t('field.contactName')),
        field.personal('contactMobile', t('field.contactMobile')),
        field.text('address', t('field.address')),
        reason && field.text('reason', ...reason),
      ]}
    />
  );
}
