import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';
import { dayText } from '../lib/time.ts';
import type { FilterCodec } from './use-list-state.ts';

/** Days in Asia/Shanghai, both included. */
export type Days = [from: string, to: string];

const day = /^\d{4}-\d{2}-\d{2}$/;

/** A filter of days, written as 2026-11-01..2026-11-30. */
export const days: FilterCodec<Days> = {
  read: (text) => {
    const [from = '', to = ''] = text.split('..');
    return day.test(from) && day.test(to) ? [from, to] : undefined;
  },
  write: ([from, to]) => `${from}..${to}`,
};

interface DayRangeProps {
  id?: string;
  value?: Days | undefined;
  onChange?(days: Days | undefined): void;
}

/** A field for a range of days, with the ranges that are asked for most. */
export function DayRange({ id, value, onChange }: DayRangeProps) {
  const { t } = useTranslation('kit');
  const today = dayjs(dayText(new Date().toISOString()));
  return (
    <DatePicker.RangePicker
      {...(id !== undefined && { id })}
      style={{ width: '100%' }}
      value={value ? [dayjs(value[0]), dayjs(value[1])] : null}
      onChange={(range) =>
        onChange?.(range?.[0] && range[1] ? [dayOf(range[0]), dayOf(range[1])] : undefined)
      }
      presets={[
        { label: t('days.today'), value: [today, today] },
        { label: t('days.week'), value: [today.subtract(6, 'day'), today] },
        { label: t('days.month'), value: [today.startOf('month'), today] },
        {
          label: t('days.lastMonth'),
          value: [today.subtract(1, 'month').startOf('month'), today.subtract(1, 'month').endOf('month')],
        },
      ]}
    />
  );
}

function dayOf(moment: dayjs.Dayjs): string {
  return moment.format('YYYY-MM-DD');
}
