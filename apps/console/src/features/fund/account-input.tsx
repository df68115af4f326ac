import { Select } from 'antd';
import { useDeferredValue, useState } from 'react';
import { type AccountChoice, optionOf, useAccount, useAccountOptions } from './account-options.ts';

interface AccountInputProps extends AccountChoice {
  /** Handed in by the field. */
  id?: string;
  value?: string | null | undefined;
  onChange?(accountId: string | undefined): void;
  placeholder?: string;
  /** One that is not offered. */
  exceptId?: string | undefined;
  allowClear?: boolean;
}

/** Picks an account by the name or credit code of its company. */
export function AccountInput({
  id,
  value,
  onChange,
  placeholder,
  exceptId,
  allowClear = false,
  ...choice
}: AccountInputProps) {
  const [typed, setTyped] = useState('');
  const { options, isFetching } = useAccountOptions(useDeferredValue(typed.trim()), choice);
  const isMissing = Boolean(value) && options.every((option) => option.value !== value);
  const account = useAccount(isMissing && value ? value : undefined);
  const chosen = isMissing && account ? [optionOf(account)] : [];
  return (
    <Select
      {...(id !== undefined && { id })}
      {...(placeholder !== undefined && { placeholder })}
      allowClear={allowClear}
      style={{ width: '100%' }}
      // The server finds them.
      showSearch={{ filterOption: false, onSearch: setTyped }}
      loading={isFetching}
      options={[...chosen, ...options].filter((option) => option.value !== exceptId)}
      value={value ?? null}
      onChange={(next: string | null) => onChange?.(next ?? undefined)}
    />
  );
}
