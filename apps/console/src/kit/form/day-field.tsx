import { DatePicker } from 'antd';
import { dayText, momentText } from '../../lib/time.ts';
import { dayjs } from '../shanghai-dayjs.ts';
import { takesDate } from '../takes-date.ts';

interface DayFieldProps {
  id?: string;
  disabled?: boolean;
  placeholder?: string;
  /** A calendar day, 2026-11-21. */
  value?: string | undefined;
  onChange?(day: string | undefined): void;
}

/** A field for a calendar day, whatever zone the browser is in. */
export function DayField({ id, disabled = false, placeholder, value, onChange }: DayFieldProps) {
  return (
    <DatePicker
      {...(id !== undefined && { id })}
      {...(placeholder !== undefined && { placeholder })}
      disabled={disabled}
      style={{ width: '100%' }}
      value={value ? dayjs(value) : null}
      onKeyDown={takesDate}
      onChange={(moment) => onChange?.(moment?.format('YYYY-MM-DD'))}
    />
  );
}

/** The same for an instant: the last moment of the chosen day in Asia/Shanghai. */
export function LastDayField({ value, onChange, ...rest }: DayFieldProps) {
  return (
    <DayField
      {...rest}
      value={value ? dayText(value) : undefined}
      onChange={(day) => onChange?.(day && new Date(`${day}T23:59:59.999+08:00`).toISOString())}
    />
  );
}

/** The same for an instant to the minute: date and time of day in Asia/Shanghai. */
export function MomentField({ id, disabled = false, placeholder, value, onChange }: DayFieldProps) {
  return (
    <DatePicker
      {...(id !== undefined && { id })}
      {...(placeholder !== undefined && { placeholder })}
      showTime={{ format: 'HH:mm' }}
      // What was typed counts when the field is left, without a button of its own.
      needConfirm={false}
      format="YYYY-MM-DD HH:mm"
      disabled={disabled}
      style={{ width: '100%' }}
      value={value ? dayjs(momentText(value)) : null}
      onKeyDown={takesDate}
      onChange={(moment) =>
        onChange?.(
          moment ? new Date(`${moment.format('YYYY-MM-DDTHH:mm')}:00+08:00`).toISOString() : undefined,
        )
      }
    />
  );
}
