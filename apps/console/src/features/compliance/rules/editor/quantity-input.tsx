import { InputNumber, Select } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { MoneyInput } from '../../../../kit/form/money-input.tsx';
import type { Quantity } from './quantity.ts';

interface QuantityInputProps {
  quantity: Quantity;
  label: string;
  value: number;
  onChange(value: number): void;
}

const days = [1, 2, 3, 4, 5, 6, 7] as const;

/** A number as a person says it: amounts in yuan, shares in %, weekdays by name. It hands on fen, bp and 1 to 7. */
export function QuantityInput({ quantity, label, value, onChange }: QuantityInputProps) {
  const { t } = useTranslation('compliance');
  const id = useId();
  switch (quantity) {
    case 'money':
      return (
        <span>
          <label className="visually-hidden" htmlFor={id}>
            {label}
          </label>
          <MoneyInput
            id={id}
            value={value}
            onChange={(fen) => fen !== undefined && Number.isSafeInteger(fen) && onChange(fen)}
          />
        </span>
      );
    case 'share':
      return (
        <InputNumber
          aria-label={label}
          min={0}
          max={1_000_000}
          precision={2}
          suffix="%"
          value={value / 100}
          onChange={(percent) => percent !== null && onChange(Math.round(percent * 100))}
        />
      );
    case 'weekday':
      return (
        <Select
          aria-label={label}
          value={value}
          options={days.map((day) => ({ value: day, label: t(`rules.weekday.${day}`) }))}
          onChange={onChange}
        />
      );
    case 'count':
      return (
        <InputNumber
          aria-label={label}
          min={0}
          precision={0}
          value={value}
          onChange={(count) => count !== null && onChange(count)}
        />
      );
  }
}
