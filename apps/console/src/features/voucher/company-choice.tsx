import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import type { LedgerQuestion } from './ledger-question.ts';

/** The company whose part of balances or of a ledger is asked for; all of them without one. */
export function CompanyChoice({ question }: { question: LedgerQuestion }) {
  const { t } = useTranslation('voucher');
  const companies = useQuery({ ...api.merchant.queryCompanyOption.queryOptions(), staleTime: 60_000 }).data;
  return (
    <Select
      aria-label={t('field.company')}
      placeholder={t('field.company')}
      style={{ width: 220 }}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      value={question.wire.companyId}
      options={(companies ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(id: string | undefined) => question.ask({ companyId: id })}
    />
  );
}
