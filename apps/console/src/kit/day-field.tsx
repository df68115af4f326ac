import { DatePicker } from 'antd';
import dayjs from 'dayjs';

interface DayFieldProps {
  id?: string;
  /** A calendar day, 2026-11-21. */
  value?: string | undefined;
  onChange?(day: string | undefined): void;
}

/** A field for a calendar day, whatever zone the browser is in. */
export function DayField({ id, value, onChange }: DayFieldProps) {
  return (
    <DatePicker
      {...(id !== undefined && { id })}
      style={{ width: '100%' }}
      value={value ? dayjs(value) : null}
      onChange={(moment) => onChange?.(moment?.format('YYYY-MM-DD'))}
    />
  );
}
