import { useQuery } from '@tanstack/react-query';
import { merchantStates } from '@xyxlx/contracts/merchant';
import { useTranslation } from 'react-i18next';
import { FilterChoice } from '../../kit/filter-choice.tsx';
import { FilterText } from '../../kit/filter-text.tsx';
import { api } from '../../lib/api.ts';
import { choiceOf } from '../../lib/tenant-option.ts';

/** The fields a merchant list is filtered by. */
export function MerchantFilters() {
  const { t } = useTranslation('merchant');
  const brands = useQuery(api.merchant.queryBrandOption.queryOptions(undefined, background));
  const platforms = useQuery(api.merchant.queryPlatformOption.queryOptions(undefined, background));
  return (
    <>
      <FilterText name="keyword" label={t('filter.keyword')} placeholder={t('filter.keyword.hint')} />
      <FilterChoice
        name="state"
        label={t('field.state')}
        options={merchantStates.map((value) => ({ value, label: t(`state.${value}`) }))}
      />
      <FilterChoice
        isSingle
        name="brandId"
        label={t('field.brand')}
        options={brands.data?.map(choiceOf) ?? []}
      />
      <FilterChoice
        isSingle
        name="platformId"
        label={t('field.platform')}
        options={platforms.data?.map(choiceOf) ?? []}
      />
      <FilterText name="region" label={t('field.region')} placeholder={t('filter.any')} />
    </>
  );
}

const background = { staleTime: 60_000, trpc: { context: { background: true } } };
