import { skipToken, useQuery } from '@tanstack/react-query';
import {
  consumptionCategories,
  consumptionStates,
  consumptionTypes,
  payChannels,
} from '@xyxlx/contracts/consumption';
import { Form, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { ChoiceField } from '../../kit/choice-field.tsx';
import { DayRange } from '../../kit/day-range.tsx';
import { MerchantSelect } from '../../kit/merchant-select.tsx';
import { MoneyInput } from '../../kit/money-input.tsx';
import { TextInput } from '../../kit/text-input.ts';
import { api } from '../../lib/api.ts';

/** The fields consumption records are filtered by; within one employee's records there is no merchant to choose. */
export function ConsumptionFilters({ isOfOneEmployee }: { isOfOneEmployee: boolean }) {
  const { t } = useTranslation(['consumption', 'kit']);
  return (
    <>
      {!isOfOneEmployee && (
        <>
          <Form.Item name="merchantId" label={t('field.merchant')}>
            <MerchantSelect />
          </Form.Item>
          <StoreField />
        </>
      )}
      <Form.Item name="paid" label={t('field.paidAt')}>
        <DayRange />
      </Form.Item>
      <Form.Item name="paymentNo" label={t('field.paymentNo')}>
        <TextInput allowClear maxLength={40} placeholder={t('filter.paymentNo')} className="figures" />
      </Form.Item>
      <ChoiceField
        name="type"
        label={t('field.type')}
        values={consumptionTypes}
        wordsOf={(value) => t(`type.${value}`)}
      />
      <ChoiceField
        name="state"
        label={t('field.state')}
        values={consumptionStates}
        wordsOf={(value) => t(`state.${value}`)}
      />
      <ChoiceField
        name="category"
        label={t('field.category')}
        values={consumptionCategories}
        wordsOf={(value) => t(`category.${value}`)}
      />
      <ChoiceField
        name="channel"
        label={t('field.channel')}
        values={payChannels}
        wordsOf={(value) => t(`channel.${value}`)}
      />
      <Form.Item name="minAmount" label={t('filter.minAmount')}>
        <MoneyInput />
      </Form.Item>
      <Form.Item name="maxAmount" label={t('filter.maxAmount')}>
        <MoneyInput />
      </Form.Item>
    </>
  );
}

// A store is chosen among those of the chosen merchant.
function StoreField() {
  const { t } = useTranslation(['consumption', 'kit']);
  const merchantId = Form.useWatch<string | undefined>('merchantId');
  const stores = useQuery(
    api.store.queryStore.queryOptions(merchantId ? { merchantId, pageSize: 200 } : skipToken, {
      staleTime: 60_000,
      trpc: { context: { background: true } },
    }),
  );
  return (
    <Form.Item name="storeId" label={t('field.store')}>
      <Select
        allowClear
        disabled={!merchantId}
        showSearch={{ optionFilterProp: 'label' }}
        placeholder={merchantId ? t('kit:filter.any') : t('filter.merchantFirst')}
        options={(stores.data?.list ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      />
    </Form.Item>
  );
}
