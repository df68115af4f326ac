import { DatePicker } from 'antd';
import type { Dayjs } from 'dayjs';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { dayjs } from '../shanghai-dayjs.ts';
import { takesDate } from '../takes-date.ts';
import { type Span, spanFrom } from './days.ts';
import styles from './span-picker.module.css';
import { datePresets } from './span-picker-presets.ts';

interface SpanPickerProps {
  /** The ids of its two ends, for their labels. */
  ids: { start: string; end: string };
  /** What the span is of, while it is empty. */
  label?: string;
  unit: 'date' | 'month';
  value: Span | undefined;
  onChange(span: Span | undefined): void;
}

/** As it is shown, and as it may be typed too. */
const formats = { date: ['YYYY-MM-DD', 'YYYYMMDD'], month: ['YYYY-MM', 'YYYYMM'] };

/** A span of days or months, open at either end, in the console's language; with the spans of days that are asked for most. */
export function SpanPicker({ ids, label, unit, value, onChange }: SpanPickerProps) {
  const { t } = useTranslation('kit');
  const [from, to] = value ?? ['', ''];
  // antd drops what is half typed when it is given other ends.
  const moments = useMemo((): [Dayjs | null, Dayjs | null] => [momentOf(from), momentOf(to)], [from, to]);
  const take = (_: unknown, [start, end]: [string, string]) => onChange(spanFrom(start, end));
  return (
    <DatePicker.RangePicker
      id={ids}
      {...(label && { placeholder: [t('days.from', { label }), t('days.to', { label })] })}
      picker={unit}
      format={formats[unit]}
      className={styles.field}
      classNames={{ popup: { root: styles.popup } }}
      allowEmpty={[true, true]}
      value={moments}
      onKeyDown={takesDate}
      // At once, not when the calendar has closed: a press on the search button closes it and asks.
      onCalendarChange={take}
      onChange={take}
      presets={
        unit === 'date'
          ? datePresets().map(({ key, span }) => ({
              label: t(`days.${key}`),
              value: [dayjs(span[0]), dayjs(span[1])],
            }))
          : []
      }
    />
  );
}

function momentOf(end: string): Dayjs | null {
  return end ? dayjs(end) : null;
}
