import type { CaseExplanation } from '@xyxlx/contracts/compliance-case';
import { Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import { wordsText } from '../../../lib/label.ts';
import { amountText } from '../../../lib/money.ts';
import { minuteText } from '../../../lib/time.ts';
import { factText } from '../facts/fact-text.ts';
import styles from './hits-input.module.css';

interface HitsInputProps {
  hits: CaseExplanation['hits'];
  /** Handed in by the field. */
  id?: string;
  value?: string[];
  onChange?(ids: string[]): void;
}

/** Picks those that a report is about out of what was found. */
export function HitsInput({ hits, id, value = [], onChange }: HitsInputProps) {
  const { t } = useTranslation('compliance/cases');
  const all = hits.map((hit) => hit.id);
  return (
    <div className={styles.hits} {...(id !== undefined && { id })}>
      <Checkbox
        checked={value.length === all.length}
        indeterminate={value.length > 0 && value.length < all.length}
        onChange={({ target }) => onChange?.(target.checked ? all : [])}
      >
        {t('report.hits.all', { picked: value.length, count: all.length })}
      </Checkbox>
      <Checkbox.Group
        className={styles.list ?? ''}
        value={value}
        onChange={(picked: string[]) => onChange?.(picked)}
        options={hits.map((hit) => ({
          value: hit.id,
          label: `${minuteText(hit.at)} · ${amountText(hit.amount)} · ${wordsText(hit.facts.map(factText))}`,
        }))}
      />
    </div>
  );
}
