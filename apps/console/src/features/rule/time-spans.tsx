import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { TimeField } from '../../kit/form/time-field.tsx';
import styles from './editor.module.css';

interface Span {
  from?: string;
  to?: string;
}

/** The places of the spans: one condition takes so many. */
const places = [1, 2, 3, 4] as const;

interface TimeSpansProps {
  /** Handed in by the field. */
  id?: string;
  value?: Span[] | undefined;
  onChange?(spans: Span[]): void;
}

/** Times of day in Asia/Shanghai, each from a time to another; one that ends before it begins passes midnight. */
export function TimeSpans({ id, value, onChange }: TimeSpansProps) {
  const { t } = useTranslation('rule');
  const spans = value?.length ? value : [{}];
  const write = (place: number, part: Span) =>
    onChange?.(spans.map((span, n) => (n === place - 1 ? { ...span, ...part } : span)));
  return (
    <div className={styles.spans}>
      {places.slice(0, spans.length).map((place) => (
        <div key={place} className={styles.span}>
          <TimeField
            {...(place === 1 && id !== undefined && { id })}
            aria-label={t('time.from', { place })}
            value={spans[place - 1]?.from}
            onChange={(from) => write(place, { from })}
          />
          <span aria-hidden>–</span>
          <TimeField
            aria-label={t('time.to', { place })}
            value={spans[place - 1]?.to}
            onChange={(to) => write(place, { to })}
          />
          {spans.length > 1 && (
            <Button
              type="text"
              icon={<DeleteOutlined />}
              aria-label={t('time.remove', { place })}
              onClick={() => onChange?.(spans.filter((_, n) => n !== place - 1))}
            />
          )}
        </div>
      ))}
      {spans.length < places.length && (
        <Button type="link" icon={<PlusOutlined />} onClick={() => onChange?.([...spans, {}])}>
          {t('time.add')}
        </Button>
      )}
    </div>
  );
}
