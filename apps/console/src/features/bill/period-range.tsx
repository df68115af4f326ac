import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';
import type { FilterCodec } from '../../kit/use-list-state.ts';

/** Months, both included. */
export type Periods = [from: string, to: string];

const month = /^20\d\d-(0[1-9]|1[0-2])$/;

/** A filter of months, written as 2026-01..2026-11. */
export const periods: FilterCodec<Periods> = {
  read: (text) => {
    const [from = '', to = ''] = text.split('..');
    return month.test(from) && month.test(to) ? [from, to] : undefined;
  },
  write: ([from, to]) => `${from}..${to}`,
};

interface PeriodRangeProps {
  id?: string;
  value?: Periods | undefined;
  onChange?(periods: Periods | undefined): void;
}

/** A field for a range of months. */
export function PeriodRange({ id, value, onChange }: PeriodRangeProps) {
  const { t } = useTranslation('kit');
  return (
    <DatePicker.RangePicker
      picker="month"
      placeholder={[t('months.from'), t('months.to')]}
      {...(id !== undefined && { id })}
      style={{ width: '100%' }}
      value={value ? [dayjs(value[0]), dayjs(value[1])] : null}
      onChange={(range) =>
        onChange?.(
          range?.[0] && range[1] ? [range[0].format('YYYY-MM'), range[1].format('YYYY-MM')] : undefined,
        )
      }
    />
  );
}
