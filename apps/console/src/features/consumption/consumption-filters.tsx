import {
  consumptionCategoryWords,
  consumptionStateWords,
  consumptionTypeWords,
  payChannelWords,
} from '@xyxlx/contracts/consumption';
import { useTranslation } from 'react-i18next';
import { FilterChoice } from '../../kit/filter-choice.tsx';
import { FilterMerchantStore } from '../../kit/filter-merchant-store.tsx';
import { FilterMoney } from '../../kit/filter-money.tsx';
import { FilterSpan } from '../../kit/filter-span.tsx';
import { FilterText } from '../../kit/filter-text.tsx';
import { enumOptions } from '../../kit/filters/enum-options.ts';

/** The fields consumption records are filtered by; within one employee's records there is no merchant to choose. */
export function ConsumptionFilters({ isOfOneEmployee }: { isOfOneEmployee: boolean }) {
  const { t } = useTranslation('consumption');
  return (
    <>
      {!isOfOneEmployee && (
        <FilterMerchantStore merchantLabel={t('field.merchant')} storeLabel={t('field.store')} />
      )}
      <FilterSpan name="paid" label={t('field.paidAt')} />
      <FilterText
        name="paymentNo"
        label={t('field.paymentNo')}
        maxLength={40}
        placeholder={t('filter.paymentNo')}
      />
      <FilterChoice name="type" label={t('field.type')} options={enumOptions(consumptionTypeWords)} />
      <FilterChoice name="state" label={t('field.state')} options={enumOptions(consumptionStateWords)} />
      <FilterChoice
        name="category"
        label={t('field.category')}
        options={enumOptions(consumptionCategoryWords)}
      />
      <FilterChoice name="channel" label={t('field.channel')} options={enumOptions(payChannelWords)} />
      <FilterMoney name="minAmount" label={t('filter.minAmount')} />
      <FilterMoney name="maxAmount" label={t('filter.maxAmount')} />
    </>
  );
}
