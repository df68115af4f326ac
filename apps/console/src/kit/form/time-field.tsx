import { TimePicker } from 'antd';
import { dayjs } from '../shanghai-dayjs.ts';
import { takesDate } from '../takes-date.ts';

interface TimeFieldProps {
  id?: string;
  /** What it is called, where no label of a form says so. */
  'aria-label'?: string;
  /** A time of day, 09:05. */
  value?: string | undefined;
  onChange?(time: string): void;
}

/** A field for a time of day in 24 hours: the browser's own one goes by the language of the browser, not of the page. */
export function TimeField({ id, value, onChange, 'aria-label': name }: TimeFieldProps) {
  return (
    <TimePicker
      {...(id !== undefined && { id })}
      {...(name !== undefined && { 'aria-label': name })}
      format="HH:mm"
      // What was typed counts when the field is left, without a button of its own.
      needConfirm={false}
      allowClear={false}
      style={{ width: '100%' }}
      value={value ? dayjs(`2000-01-01T${value}`) : null}
      onKeyDown={takesDate}
      onChange={(moment) => onChange?.(moment?.format('HH:mm') ?? '')}
    />
  );
}
