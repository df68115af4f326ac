import { Select } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useMerchantOptions } from '../../lib/merchant-options.ts';
import { useStoreOptions } from '../../lib/store-options.ts';
import { MerchantSelect } from '../merchant-select.tsx';
import type { Filter } from './filter.ts';
import { FilterField } from './filter-field.tsx';
import { recordId } from './record-id.ts';
import { useFilter } from './use-filter.ts';

const byMerchant = {
  name: 'merchantId',
  ...recordId,
  wire: (merchantId: string) => ({ merchantId }),
  words: (value: string) => <MerchantName id={value} />,
};

/** A filter by one merchant, found by number or name among all one may see. */
export function merchantFilter(label: string): Filter<{ merchantId: string }, string> {
  return { ...byMerchant, label, field: <MerchantField label={label} /> };
}

/** A filter by a merchant and one by its stores; another merchant takes the store back. */
export function merchantStoreFilters(
  merchantLabel: string,
  storeLabel: string,
): [Filter<{ merchantId: string }, string>, Filter<{ storeId: string }, string>] {
  return [
    { ...byMerchant, label: merchantLabel, field: <MerchantField label={merchantLabel} clears="storeId" /> },
    {
      name: 'storeId',
      label: storeLabel,
      ...recordId,
      wire: (storeId) => ({ storeId }),
      field: <StoreField label={storeLabel} />,
      words: (value) => <StoreName id={value} />,
    },
  ];
}

function MerchantField({ label, clears = '' }: { label: string; clears?: string }) {
  const id = useId();
  const [value, set] = useFilter<string>('merchantId');
  const [, setDependent] = useFilter<string>(clears);
  return (
    <FilterField id={id} label={label}>
      <MerchantSelect
        id={id}
        placeholder={label}
        value={value}
        onChange={(next) => {
          set(next);
          if (clears) setDependent(undefined);
        }}
      />
    </FilterField>
  );
}

function StoreField({ label }: { label: string }) {
  const { t } = useTranslation('kit');
  const id = useId();
  const [merchantId] = useFilter<string>('merchantId');
  const [value, set] = useFilter<string>('storeId');
  const options = useStoreOptions(merchantId);
  return (
    <FilterField id={id} label={label}>
      <Select
        id={id}
        allowClear
        disabled={!merchantId}
        placeholder={merchantId ? label : `${label} (${t('filter.merchantFirst')})`}
        options={options}
        showSearch={{ optionFilterProp: 'label' }}
        value={value ?? null}
        onChange={(next: string | null) => set(next ?? undefined)}
      />
    </FilterField>
  );
}

function MerchantName({ id }: { id: string }) {
  return useMerchantOptions('', id).options.find(({ value }) => value === id)?.label;
}

function StoreName({ id }: { id: string }) {
  const [merchantId] = useFilter<string>('merchantId');
  return useStoreOptions(merchantId).find(({ value }) => value === id)?.label;
}
