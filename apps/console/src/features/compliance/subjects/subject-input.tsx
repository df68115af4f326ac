import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { RiskSubject } from '@xyxlx/contracts/compliance-kinds';
import { Select } from 'antd';
import { useDeferredValue, useState } from 'react';
import { companyOptions } from '../../../kit/company-options.ts';
import { EmployeeInput } from '../../../kit/employee-input.tsx';
import { MerchantInput } from '../../../kit/form/merchant-input.tsx';
import { api } from '../../../lib/api.ts';
import { MembersInput } from './members-input.tsx';

interface PickerProps {
  /** Handed in by the field. */
  id?: string;
  value?: string | undefined;
  onChange?(subjectId: string | undefined): void;
}

const background = { trpc: { context: { background: true } } };

/** Picks a subject of a kind by what people call it. */
export function SubjectInput({ type, ...picker }: PickerProps & { type: RiskSubject }) {
  switch (type) {
    case 'EMPLOYEE':
      return <EmployeeInput {...picker} />;
    case 'CARD':
      return <CardInput {...picker} />;
    case 'COMPANY':
      return <CompanyInput {...picker} />;
    case 'OPERATOR':
      return <MembersInput {...picker} />;
    default:
      return <MerchantInput {...picker} />;
  }
}

/** By the card's own number, its last four digits or its holder's name. */
function CardInput({ id, value, onChange }: PickerProps) {
  const [typed, setTyped] = useState('');
  const keyword = useDeferredValue(typed.trim());
  const { data, isFetching } = useQuery(
    api.card.queryCard.queryOptions(
      { pageSize: 50, ...(keyword && { keyword }) },
      { placeholderData: keepPreviousData, ...background },
    ),
  );
  return (
    <Select
      {...(id !== undefined && { id })}
      allowClear
      showSearch={{ filterOption: false, onSearch: setTyped }}
      loading={isFetching}
      options={(data?.list ?? []).map((card) => ({
        value: card.id,
        label: [card.cardNo, card.maskedPan, card.holder?.name].filter(Boolean).join(' · '),
      }))}
      value={value ?? null}
      onChange={(next: string | null) => onChange?.(next ?? undefined)}
    />
  );
}

function CompanyInput({ id, value, onChange }: PickerProps) {
  const { data, isFetching } = useQuery(api.company.getCompanyTree.queryOptions({}, background));
  return (
    <Select
      {...(id !== undefined && { id })}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      loading={isFetching}
      options={companyOptions(data?.list ?? [])}
      value={value ?? null}
      onChange={(next: string | null) => onChange?.(next ?? undefined)}
    />
  );
}
