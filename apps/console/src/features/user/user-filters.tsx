import { useQuery } from '@tanstack/react-query';
import { userStateWords } from '@xyxlx/contracts/user-administration';
import { useTranslation } from 'react-i18next';
import { companyOptions } from '../../kit/company-options.ts';
import { FilterChoice } from '../../kit/filter-choice.tsx';
import { FilterText } from '../../kit/filter-text.tsx';
import { enumOptions } from '../../kit/filters/enum-options.ts';
import { api } from '../../lib/api.ts';
import { useRoleName } from '../../lib/role-name.ts';

/** The fields that narrow the list of users. */
export function UserFilters() {
  const { t } = useTranslation('user');
  const roleName = useRoleName();
  const { data } = useQuery(
    api.userAccount.queryUserOption.queryOptions({}, { trpc: { context: { background: true } } }),
  );
  return (
    <>
      <FilterText name="keyword" label={t('filter.keyword')} placeholder={t('filter.keyword.hint')} />
      <FilterChoice name="state" label={t('field.state')} options={enumOptions(userStateWords)} />
      <FilterChoice
        isSingle
        name="roleId"
        label={t('field.roles')}
        options={(data?.roles ?? []).map((role) => ({ value: role.id, label: roleName(role) }))}
      />
      <FilterChoice
        isSingle
        name="companyId"
        label={t('field.company')}
        options={companyOptions(data?.companies ?? [])}
      />
      <FilterChoice
        isSingle
        name="updatePassword"
        label={t('field.password')}
        options={[
          { value: '0', label: t('password.initial') },
          { value: '1', label: t('password.own') },
        ]}
      />
    </>
  );
}
