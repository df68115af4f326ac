import { useState } from 'react';
import { amountCharacters, readYuan, typedYuan } from '../../lib/money.ts';
import { TextInput } from '../text-input.ts';

interface MoneyInputProps {
  /** Handed in by `Form.Item`: fen, or NaN while what stands there is no amount. */
  id?: string;
  value?: number | undefined;
  onChange?(fen: number | undefined): void;
  placeholder?: string;
  disabled?: boolean;
}

/** A field for an amount in yuan whose value is whole fen; what is no amount becomes NaN, which no contract accepts. */
export function MoneyInput({ id, value, onChange, placeholder, disabled = false }: MoneyInputProps) {
  const [typed, setTyped] = useState('');
  const isCurrent = Object.is(readYuan(typed), value);
  const shown = isCurrent || value === undefined || Number.isNaN(value) ? typed : typedYuan(value);
  return (
    <TextInput
      {...(id !== undefined && { id })}
      prefix="¥"
      inputMode="decimal"
      autoComplete="off"
      className="figures"
      maxLength={amountCharacters}
      value={value === undefined && !isCurrent ? '' : shown}
      disabled={disabled}
      {...(placeholder !== undefined && { placeholder })}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange?.(readYuan(target.value));
      }}
      onBlur={() => {
        const fen = readYuan(typed);
        if (fen !== undefined && !Number.isNaN(fen)) setTyped(typedYuan(fen));
      }}
    />
  );
}
