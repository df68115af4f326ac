import { useQuery } from '@tanstack/react-query';
import { lotteryStateWords, prizeTypeWords } from '@xyxlx/contracts/lottery';
import { useTranslation } from 'react-i18next';
import { FilterChoice } from '../../kit/filter-choice.tsx';
import { FilterMerchantStore } from '../../kit/filter-merchant-store.tsx';
import { FilterSpan } from '../../kit/filter-span.tsx';
import { FilterText } from '../../kit/filter-text.tsx';
import { enumOptions } from '../../kit/filters/enum-options.ts';
import { api } from '../../lib/api.ts';
import { choiceOf } from '../../lib/tenant-option.ts';

/** The fields draws are filtered by; within one employee's draws there is no merchant to choose. */
export function LotteryFilters({ isOfOneEmployee }: { isOfOneEmployee: boolean }) {
  const { t } = useTranslation('lottery');
  const activities = useQuery(
    api.lottery.queryActivity.queryOptions(undefined, {
      staleTime: 60_000,
      trpc: { context: { background: true } },
    }),
  );
  return (
    <>
      {!isOfOneEmployee && (
        <FilterMerchantStore merchantLabel={t('field.merchant')} storeLabel={t('field.store')} />
      )}
      <FilterSpan name="drawn" label={t('field.drawnAt')} />
      <FilterChoice
        isSingle
        name="activityId"
        label={t('field.activity')}
        options={activities.data?.map(choiceOf) ?? []}
      />
      <FilterText
        name="lotteryNo"
        label={t('field.lotteryNo')}
        maxLength={40}
        placeholder={t('filter.lotteryNo')}
      />
      <FilterChoice name="prizeType" label={t('field.prizeType')} options={enumOptions(prizeTypeWords)} />
      <FilterChoice name="state" label={t('field.state')} options={enumOptions(lotteryStateWords)} />
    </>
  );
}
