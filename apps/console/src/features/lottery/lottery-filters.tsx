import { useQuery } from '@tanstack/react-query';
import { lotteryStates, prizeTypes } from '@xyxlx/contracts/lottery';
import { Form, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { ChoiceField } from '../../kit/choice-field.tsx';
import { DayRange } from '../../kit/day-range.tsx';
import { MerchantSelect } from '../../kit/merchant-select.tsx';
import { TextInput } from '../../kit/text-input.ts';
import { api } from '../../lib/api.ts';

/** The fields draws are filtered by; within one employee's draws there is no merchant to choose. */
export function LotteryFilters({ isOfOneEmployee }: { isOfOneEmployee: boolean }) {
  const { t } = useTranslation(['lottery', 'kit']);
  const activities = useQuery(
    api.lottery.queryActivity.queryOptions(undefined, {
      staleTime: 60_000,
      trpc: { context: { background: true } },
    }),
  );
  return (
    <>
      {!isOfOneEmployee && (
        <Form.Item name="merchantId" label={t('field.merchant')}>
          <MerchantSelect />
        </Form.Item>
      )}
      <Form.Item name="drawn" label={t('field.drawnAt')}>
        <DayRange />
      </Form.Item>
      <Form.Item name="activityId" label={t('field.activity')}>
        <Select
          allowClear
          placeholder={t('kit:filter.any')}
          options={(activities.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Form.Item>
      <Form.Item name="lotteryNo" label={t('field.lotteryNo')}>
        <TextInput allowClear maxLength={40} placeholder={t('filter.lotteryNo')} className="figures" />
      </Form.Item>
      <ChoiceField
        name="prizeType"
        label={t('field.prizeType')}
        values={prizeTypes}
        wordsOf={(value) => t(`prize.${value}`)}
      />
      <ChoiceField
        name="state"
        label={t('field.state')}
        values={lotteryStates}
        wordsOf={(value) => t(`state.${value}`)}
      />
    </>
  );
}
