import { DatePicker } from 'antd';
import { dayjs } from '../shanghai-dayjs.ts';
import { takesDate } from '../takes-date.ts';

interface MonthPickerProps {
  id: string;
  label: string;
  /** A month, 2026-11. */
  value: string | undefined;
  onChange(month: string | undefined): void;
}

/** A field for one month, in the console's language. */
export function MonthPicker({ id, label, value, onChange }: MonthPickerProps) {
  return (
    <DatePicker
      id={id}
      picker="month"
      format={['YYYY-MM', 'YYYYMM']}
      placeholder={label}
      style={{ width: '100%' }}
      value={value ? dayjs(value) : null}
      onKeyDown={takesDate}
      onChange={(month) => onChange(month?.format('YYYY-MM'))}
    />
  );
}
