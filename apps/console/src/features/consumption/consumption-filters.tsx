import { skipToken, useQuery } from '@tanstack/react-query';
import {
  consumptionCategories,
  consumptionStates,
  consumptionTypes,
  payChannels,
} from '@xyxlx/contracts/consumption';
import { useTranslation } from 'react-i18next';
import { FilterChoice } from '../../kit/filter-choice.tsx';
import { FilterMerchant } from '../../kit/filter-merchant.tsx';
import { FilterMoney } from '../../kit/filter-money.tsx';
import { FilterSpan } from '../../kit/filter-span.tsx';
import { FilterText } from '../../kit/filter-text.tsx';
import { useFilter } from '../../kit/use-filter.ts';
import { api } from '../../lib/api.ts';

/** The fields consumption records are filtered by; within one employee's records there is no merchant to choose. */
export function ConsumptionFilters({ isOfOneEmployee }: { isOfOneEmployee: boolean }) {
  const { t } = useTranslation(['consumption', 'kit']);
  return (
    <>
      {!isOfOneEmployee && (
        <>
          <FilterMerchant name="merchantId" label={t('field.merchant')} />
          <StoreFilter />
        </>
      )}
      <FilterSpan name="paid" label={t('field.paidAt')} />
      <FilterText
        name="paymentNo"
        label={t('field.paymentNo')}
        maxLength={40}
        placeholder={t('filter.paymentNo')}
      />
      <FilterChoice
        name="type"
        label={t('field.type')}
        options={consumptionTypes.map((value) => ({ value, label: t(`type.${value}`) }))}
      />
      <FilterChoice
        name="state"
        label={t('field.state')}
        options={consumptionStates.map((value) => ({ value, label: t(`state.${value}`) }))}
      />
      <FilterChoice
        name="category"
        label={t('field.category')}
        options={consumptionCategories.map((value) => ({ value, label: t(`category.${value}`) }))}
      />
      <FilterChoice
        name="channel"
        label={t('field.channel')}
        options={payChannels.map((value) => ({ value, label: t(`channel.${value}`) }))}
      />
      <FilterMoney name="minAmount" label={t('filter.minAmount')} />
      <FilterMoney name="maxAmount" label={t('filter.maxAmount')} />
    </>
  );
}

// A store is chosen among those of the chosen merchant.
function StoreFilter() {
  const { t } = useTranslation('consumption');
  const [merchantId] = useFilter<string>('merchantId');
  const stores = useQuery(
    api.store.queryStore.queryOptions(merchantId ? { merchantId, pageSize: 200 } : skipToken, {
      staleTime: 60_000,
      trpc: { context: { background: true } },
    }),
  );
  return (
    <FilterChoice
      isSingle
      name="storeId"
      label={t('field.store')}
      disabled={!merchantId}
      {...(!merchantId && { placeholder: t('filter.merchantFirst') })}
      options={(stores.data?.list ?? []).map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
}
