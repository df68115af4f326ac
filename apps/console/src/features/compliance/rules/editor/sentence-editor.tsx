import type { RiskExpression } from '@xyxlx/contracts/compliance-expression';
import { riskSourceWords, riskSubjectWords } from '@xyxlx/contracts/compliance-kinds';
import {
  type RiskPhrase,
  type RiskSlot,
  riskMeasurePhrase,
  riskPhrases,
} from '@xyxlx/contracts/risk-sentence';
import { Button, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { enumOptions } from '../../../../kit/filters/enum-options.ts';
import { currentLanguage } from '../../../../lib/i18n.ts';
import styles from '../rules.module.css';
import { AggregateFields } from './aggregate-fields.tsx';
import { Chip } from './chip.tsx';
import { ComparisonFields } from './comparison-fields.tsx';
import { withOtherJoin } from './condition.ts';
import { FilterFields } from './filter-fields.tsx';
import { newAggregate, newFilter, withAggregate, withoutAggregate } from './parts.ts';
import { usePayees } from './payee-names.ts';
import { WindowFields } from './window-fields.tsx';

interface SentenceEditorProps {
  expression: RiskExpression;
  onChange(expression: RiskExpression): void;
}

/** An expression as one sentence whose words are pressed to change them, and below it what is reckoned. */
export function SentenceEditor({ expression, onChange }: SentenceEditorProps) {
  const { t } = useTranslation('compliance');
  const { nameOf } = usePayees();
  const { filters, aggregates, window } = expression;
  return (
    <div className={styles.editor}>
      <div className={styles.sentence}>
        {riskPhrases(expression, currentLanguage(), nameOf).map((phrase, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: phrases have no other identity than their place
          <Phrase key={at} phrase={phrase} expression={expression} onChange={onChange} />
        ))}
      </div>
      <div className={styles.row}>
        <Button
          size="small"
          disabled={filters.length >= 10}
          onClick={() => onChange({ ...expression, filters: [...filters, newFilter] })}
        >
          {t('rules.part.addFilter')}
        </Button>
        {window.kind !== 'EVENT' && (
          <Button
            size="small"
            disabled={aggregates.length >= 4}
            onClick={() => onChange({ ...expression, aggregates: [...aggregates, newAggregate(aggregates)] })}
          >
            {t('rules.part.addAggregate')}
          </Button>
        )}
      </div>
      {aggregates.length > 0 && (
        <div className={styles.row}>
          {t('rules.part.aggregates')}
          {aggregates.map((one) => (
            <Chip
              key={one.name}
              label={t('rules.part.aggregate')}
              text={`${one.name}: ${riskMeasurePhrase(expression, one, currentLanguage(), nameOf) || t('rules.kind.COUNT')}`}
            >
              <div className={styles.part}>
                <AggregateFields
                  expression={expression}
                  aggregate={one}
                  onChange={(next) => onChange(withAggregate(expression, next))}
                />
                <Button
                  size="small"
                  disabled={withoutAggregate(expression, one.name) === null}
                  onClick={() => onChange(withoutAggregate(expression, one.name) ?? expression)}
                >
                  {t('rules.part.remove')}
                </Button>
              </div>
            </Chip>
          ))}
        </div>
      )}
    </div>
  );
}

interface PhraseProps extends SentenceEditorProps {
  phrase: RiskPhrase;
}

function Phrase({ phrase: { text, slot }, expression, onChange }: PhraseProps) {
  const { t } = useTranslation('compliance');
  if (!slot) return text;
  if (slot.kind === 'join') {
    const when = withOtherJoin(expression.when, slot.path) as RiskExpression['when'];
    return (
      <button
        type="button"
        className={styles.chip}
        title={t('rules.part.join')}
        onClick={() => onChange({ ...expression, when })}
      >
        {text.trim()}
      </button>
    );
  }
  return (
    <Chip label={t(`rules.part.${slot.kind}`)} text={text}>
      <Fields slot={slot} expression={expression} onChange={onChange} />
    </Chip>
  );
}

function Fields({ slot, expression, onChange }: SentenceEditorProps & { slot: RiskSlot }) {
  const { t } = useTranslation('compliance');
  switch (slot.kind) {
    case 'window':
      return <WindowFields expression={expression} onChange={onChange} />;
    case 'subject':
      return (
        <Select
          className={styles.part ?? ''}
          aria-label={t('rules.part.subject')}
          value={expression.subject}
          options={enumOptions(riskSubjectWords)}
          onChange={(subject) => onChange({ ...expression, subject })}
        />
      );
    case 'source':
      return (
        <Select
          className={styles.part ?? ''}
          aria-label={t('rules.part.source')}
          value={expression.source}
          options={enumOptions(riskSourceWords)}
          onChange={(source) => onChange({ ...expression, source })}
        />
      );
    case 'filter': {
      const filter = expression.filters[slot.at];
      if (!filter) return null;
      const say = (filters: RiskExpression['filters']) => onChange({ ...expression, filters });
      return (
        <div className={styles.part}>
          <FilterFields filter={filter} onChange={(next) => say(expression.filters.with(slot.at, next))} />
          <Button size="small" onClick={() => say(expression.filters.toSpliced(slot.at, 1))}>
            {t('rules.part.remove')}
          </Button>
        </div>
      );
    }
    case 'comparison':
      return (
        <ComparisonFields
          expression={expression}
          path={slot.path}
          onChange={(when) => onChange({ ...expression, when })}
        />
      );
    case 'join':
      return null;
  }
}
