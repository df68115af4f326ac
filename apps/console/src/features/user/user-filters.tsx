import { useQuery } from '@tanstack/react-query';
import { userStates } from '@xyxlx/contracts/user-administration';
import { Form, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { companyOptions } from '../../kit/company-options.ts';
import { api } from '../../lib/api.ts';

/** The fields that narrow the list of users. */
export function UserFilters() {
  const { t } = useTranslation('user');
  const options = useQuery(api.userAccount.queryUserOption.queryOptions({}));
  return (
    <>
      <Form.Item name="keyword" label={t('filter.keyword')}>
        <Input allowClear maxLength={100} placeholder={t('filter.keyword.hint')} />
      </Form.Item>
      <Form.Item name="state" label={t('field.state')}>
        <Select
          mode="multiple"
          allowClear
          maxTagCount="responsive"
          placeholder={t('filter.any')}
          options={userStates.map((value) => ({ value, label: t(`state.${value}`) }))}
        />
      </Form.Item>
      <Form.Item name="roleId" label={t('field.roles')}>
        <Select
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={t('filter.any')}
          options={options.data?.roles.map(({ id, name }) => ({ value: id, label: name })) ?? []}
        />
      </Form.Item>
      <Form.Item name="companyId" label={t('field.company')}>
        <Select
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={t('filter.any')}
          options={companyOptions(options.data?.companies ?? [])}
        />
      </Form.Item>
      <Form.Item name="updatePassword" label={t('field.password')}>
        <Select
          allowClear
          placeholder={t('filter.any')}
          options={[
            { value: 0, label: t('password.initial') },
            { value: 1, label: t('password.own') },
          ]}
        />
      </Form.Item>
    </>
  );
}
