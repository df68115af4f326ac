import { CloseOutlined } from '@ant-design/icons';
import { voucherLineCount } from '@xyxlx/contracts/voucher';
import { Button, Select } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MoneyInput } from '../../kit/form/money-input.tsx';
import { TextInput } from '../../kit/text-input.ts';
import { ToneTag } from '../../kit/tone-tag.tsx';
import { amountText, yuanText } from '../../lib/money.ts';
import { randomKey } from '../../lib/random-key.ts';
import { accountText, takesEntries, useAccounts } from './accounts.ts';
import styles from './lines-input.module.css';

/** A line while it is written. */
export interface WrittenLine {
  summary?: string;
  accountId?: string;
  debitAmount?: number;
  creditAmount?: number;
}

interface LinesInputProps {
  /** Handed in by `Form.Item`. */
  value?: WrittenLine[];
  onChange?(lines: WrittenLine[]): void;
}

/** Σ借 less Σ贷, in fen. */
export function differenceOf(lines: readonly WrittenLine[]): number {
  return sumOf(lines, 'debitAmount') - sumOf(lines, 'creditAmount');
}

/** The lines of a voucher as they are written, with what both sides come to so far. */
export function LinesInput({ value = [], onChange }: LinesInputProps) {
  const { t } = useTranslation('voucher');
  const id = useId();
  const accounts = useAccounts().filter(takesEntries);
  // Of each line, so that what is typed stays with it when another goes.
  const [keys, setKeys] = useState(() => value.map(() => randomKey()));
  const options = accounts.map((account) => ({ value: account.id, label: accountText(account) }));
  const difference = differenceOf(value);
  const change = (at: number, part: WrittenLine) =>
    onChange?.(value.map((line, place) => (place === at ? { ...line, ...part } : line)));

  function add(): void {
    setKeys([...keys, randomKey()]);
    // What is missing is what the next line is mostly for.
    const { summary } = value.at(-1) ?? {};
    const rest = difference < 0 ? { debitAmount: -difference } : { creditAmount: difference };
    onChange?.([...value, { ...(summary && { summary }), ...(difference !== 0 && rest) }]);
  }

  function remove(at: number): void {
    setKeys(keys.toSpliced(at, 1));
    onChange?.(value.toSpliced(at, 1));
  }

  return (
    <div className={styles.lines}>
      {value.map((line, at) => (
        <fieldset key={keys[at]} className={styles.line}>
          <legend className="visually-hidden">{t('form.line', { number: at + 1 })}</legend>
          <TextInput
            aria-label={t('field.summary')}
            placeholder={t('field.summary')}
            maxLength={60}
            value={line.summary ?? ''}
            onChange={({ target }) => change(at, { summary: target.value })}
          />
          <Select
            aria-label={t('field.account')}
            placeholder={t('field.account')}
            showSearch={{ optionFilterProp: 'label' }}
            options={options}
            popupMatchSelectWidth={320}
            value={line.accountId}
            onChange={(accountId: string) => change(at, { accountId })}
          />
          <label className="visually-hidden" htmlFor={`${id}debit${at}`}>
            {t('field.debit')}
          </label>
          <MoneyInput
            id={`${id}debit${at}`}
            placeholder={t('field.debit')}
            value={line.debitAmount}
            onChange={(fen) => onChange?.(value.with(at, sided(line, 'debitAmount', fen)))}
          />
          <label className="visually-hidden" htmlFor={`${id}credit${at}`}>
            {t('field.credit')}
          </label>
          <MoneyInput
            id={`${id}credit${at}`}
            placeholder={t('field.credit')}
            value={line.creditAmount}
            onChange={(fen) => onChange?.(value.with(at, sided(line, 'creditAmount', fen)))}
          />
          <Button
            type="text"
            aria-label={t('form.removeLine', { number: at + 1 })}
            icon={<CloseOutlined />}
            disabled={value.length <= voucherLineCount.min}
            onClick={() => remove(at)}
          />
        </fieldset>
      ))}
      <div className={styles.foot}>
        <Button onClick={add} disabled={value.length >= voucherLineCount.max}>
          {t('form.addLine')}
        </Button>
        <output>
          <span className={styles.sums}>
            <span>{t('form.sumDebit', { amount: amountText(sumOf(value, 'debitAmount')) })}</span>
            <span>{t('form.sumCredit', { amount: amountText(sumOf(value, 'creditAmount')) })}</span>
            {value.some(({ debitAmount, creditAmount }) => debitAmount || creditAmount) && (
              <ToneTag tone={difference === 0 ? 'good' : 'bad'}>
                {difference === 0
                  ? t('balance.balanced')
                  : t('form.difference', { amount: yuanText(Math.abs(difference)) })}
              </ToneTag>
            )}
          </span>
        </output>
      </div>
    </div>
  );
}

/** A line has one amount: writing the one takes the other away. */
function sided(
  line: WrittenLine,
  side: 'debitAmount' | 'creditAmount',
  fen: number | undefined,
): WrittenLine {
  const { debitAmount: _debit, creditAmount: _credit, ...rest } = line;
  return fen === undefined ? rest : { ...rest, [side]: fen };
}

function sumOf(lines: readonly WrittenLine[], side: 'debitAmount' | 'creditAmount'): number {
  // What is no amount yet counts nothing.
  return lines.reduce((sum, line) => sum + (line[side] || 0), 0);
}
