import { longestWindow, type RiskExpression } from '@xyxlx/contracts/compliance-expression';
import { InputNumber, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import styles from '../rules.module.css';

interface WindowFieldsProps {
  expression: RiskExpression;
  onChange(expression: RiskExpression): void;
}

const kinds = ['EVENT', 'ROLLING', 'DAY', 'WEEK', 'MONTH'] as const;
const units = { minute: 1, hour: 60, day: 1_440 } as const;
type Unit = keyof typeof units;

/** Over what it is reckoned. Between one event and a span of time what is compared begins anew: they have nothing in common. */
export function WindowFields({ expression, onChange }: WindowFieldsProps) {
  const { t } = useTranslation('compliance');
  const { window } = expression;

  function choose(kind: (typeof kinds)[number]): void {
    const next = kind === 'ROLLING' ? { kind, minutes: 1_440 } : { kind };
    if (kind === 'EVENT') {
      const when = { of: 'amount', op: 'GE', value: 500_000 } as const;
      onChange({ ...expression, window: { kind }, aggregates: [], when });
    } else if (window.kind === 'EVENT') {
      const when = { of: 'count', op: 'GE', value: 3 } as const;
      onChange({ ...expression, window: next, aggregates: [{ kind: 'COUNT', name: 'count' }], when });
    } else onChange({ ...expression, window: next });
  }

  const say = (minutes: number) =>
    onChange({ ...expression, window: { kind: 'ROLLING', minutes: Math.min(minutes, longestWindow) } });
  return (
    <div className={styles.part}>
      <Select
        aria-label={t('rules.part.window')}
        value={window.kind}
        options={kinds.map((value) => ({ value, label: t(`rules.window.${value}`) }))}
        onChange={choose}
      />
      {window.kind === 'ROLLING' && <Length minutes={window.minutes} onChange={say} />}
    </div>
  );
}

function Length({ minutes, onChange }: { minutes: number; onChange(minutes: number): void }) {
  const { t } = useTranslation('compliance');
  const unit: Unit = minutes % 1_440 === 0 ? 'day' : minutes % 60 === 0 ? 'hour' : 'minute';
  return (
    <div className={styles.row}>
      <InputNumber
        aria-label={t('rules.part.length')}
        min={1}
        max={longestWindow / units[unit]}
        precision={0}
        value={minutes / units[unit]}
        onChange={(count) => count !== null && onChange(count * units[unit])}
      />
      <Select<Unit>
        aria-label={t('rules.part.unit')}
        value={unit}
        options={(Object.keys(units) as Unit[]).map((value) => ({ value, label: t(`rules.unit.${value}`) }))}
        onChange={(next) => onChange((minutes / units[unit]) * units[next])}
      />
    </div>
  );
}
