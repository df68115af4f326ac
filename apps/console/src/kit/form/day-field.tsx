import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn.js';
import { takesDate } from '../takes-date.ts';

interface DayFieldProps {
  id?: string;
  placeholder?: string;
  /** A calendar day, 2026-11-21. */
  value?: string | undefined;
  onChange?(day: string | undefined): void;
}

/** A field for a calendar day, whatever zone the browser is in. */
export function DayField({ id, placeholder, value, onChange }: DayFieldProps) {
  return (
    <DatePicker
      {...(id !== undefined && { id })}
      {...(placeholder !== undefined && { placeholder })}
      style={{ width: '100%' }}
      value={value ? dayjs(value) : null}
      onKeyDown={takesDate}
      onChange={(moment) => onChange?.(moment?.format('YYYY-MM-DD'))}
    />
  );
}
