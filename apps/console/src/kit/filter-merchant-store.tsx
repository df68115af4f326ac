import { useTranslation } from 'react-i18next';
import { useStoreOptions } from '../lib/store-options.ts';
import { FilterChoice } from './filter-choice.tsx';
import { FilterMerchant } from './filter-merchant.tsx';
import { useFilter } from './use-filter.ts';

interface FilterMerchantStoreProps {
  merchantLabel: string;
  storeLabel: string;
}

/** Filters by a merchant and by one of its stores; another merchant takes the store back. */
export function FilterMerchantStore({ merchantLabel, storeLabel }: FilterMerchantStoreProps) {
  const { t } = useTranslation('kit');
  const [merchantId] = useFilter<string>('merchantId');
  const [, setStore] = useFilter<string>('storeId');
  const options = useStoreOptions(merchantId);
  return (
    <>
      <FilterMerchant name="merchantId" label={merchantLabel} onChange={() => setStore(undefined)} />
      <FilterChoice
        isSingle
        name="storeId"
        label={storeLabel}
        disabled={!merchantId}
        {...(!merchantId && { placeholder: t('filter.merchantFirst') })}
        options={options}
      />
    </>
  );
}
