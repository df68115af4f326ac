import { useQuery } from '@tanstack/react-query';
import { merchantStates } from '@xyxlx/contracts/merchant';
import { Form, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { TextInput } from '../../kit/text-input.ts';
import { api } from '../../lib/api.ts';

/** The fields a merchant list is filtered by. */
export function MerchantFilters() {
  const { t } = useTranslation('merchant');
  const brands = useQuery(api.merchant.queryBrandOption.queryOptions(undefined, background));
  const platforms = useQuery(api.merchant.queryPlatformOption.queryOptions(undefined, background));
  return (
    <>
      <Form.Item name="keyword" label={t('filter.keyword')}>
        <TextInput allowClear maxLength={100} placeholder={t('filter.keyword.hint')} />
      </Form.Item>
      <Form.Item name="state" label={t('field.state')}>
        <Select
          mode="multiple"
          allowClear
          maxTagCount="responsive"
          placeholder={t('filter.any')}
          options={merchantStates.map((value) => ({ value, label: t(`state.${value}`) }))}
        />
      </Form.Item>
      {[
        { name: 'brandId', label: t('field.brand'), found: brands },
        { name: 'platformId', label: t('field.platform'), found: platforms },
      ].map(({ name, label, found }) => (
        <Form.Item key={name} name={name} label={label}>
          <Select
            allowClear
            showSearch={{ optionFilterProp: 'label' }}
            placeholder={t('filter.any')}
            options={(found.data ?? []).map(({ id, name: words }) => ({ value: id, label: words }))}
          />
        </Form.Item>
      ))}
      <Form.Item name="region" label={t('field.region')}>
        <TextInput allowClear maxLength={100} placeholder={t('filter.any')} />
      </Form.Item>
    </>
  );
}

const background = { staleTime: 60_000, trpc: { context: { background: true } } };
