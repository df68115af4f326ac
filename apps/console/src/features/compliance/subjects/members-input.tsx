import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Option } from '@xyxlx/contracts/option';
import { Select } from 'antd';
import { useDeferredValue, useState } from 'react';
import { api } from '../../../lib/api.ts';

interface MembersInputProps<Value extends string | string[]> {
  /** Handed in by the field. */
  id?: string;
  value?: Value | undefined;
  onChange?(chosen: Value | undefined): void;
  /** Takes several of them. */
  mode?: 'multiple';
  /** Those who are chosen already, by name. */
  known?: readonly Option[];
}

/** Picks users of the tenant by name. */
export function MembersInput<Value extends string | string[]>(props: MembersInputProps<Value>) {
  const { id, value, onChange, mode } = props;
  const [typed, setTyped] = useState('');
  // Who was chosen keeps their name while others are looked for.
  const [chosen, setChosen] = useState<readonly Option[]>(props.known ?? []);
  const keyword = useDeferredValue(typed.trim());
  const { data = [], isFetching } = useQuery(
    api.compliance.queryMemberOption.queryOptions(keyword ? { keyword } : {}, {
      placeholderData: keepPreviousData,
      trpc: { context: { background: true } },
    }),
  );
  const ids = idsOf(value);
  const missing = chosen.filter((one) => ids.includes(one.id) && data.every((other) => other.id !== one.id));
  const offered = [...missing, ...data];
  return (
    <Select
      {...(id !== undefined && { id })}
      {...(mode && { mode })}
      allowClear
      showSearch={{ filterOption: false, onSearch: setTyped }}
      loading={isFetching}
      options={offered.map((one) => ({ value: one.id, label: one.name }))}
      value={value ?? null}
      onChange={(next: Value | null) => {
        const picked = idsOf(next);
        setChosen(offered.filter((one) => picked.includes(one.id)));
        onChange?.(next ?? undefined);
      }}
    />
  );
}

function idsOf(value: string | string[] | null | undefined): string[] {
  return typeof value === 'string' ? [value] : (value ?? []);
}
