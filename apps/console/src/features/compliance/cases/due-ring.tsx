import type { RiskCaseRow } from '@xyxlx/contracts/compliance-case';
import { Progress } from 'antd';
import { useTranslation } from 'react-i18next';
import { timeLeft } from './time-left.ts';

interface DueRingProps {
  of: Pick<RiskCaseRow, 'openedAt' | 'dueAt' | 'asOf'>;
  size?: number;
}

/** How much is left of the time that a case has: a ring that empties, and says so. */
export function DueRing({ of, size = 40 }: DueRingProps) {
  const { t } = useTranslation('compliance/cases');
  const { share, isOver, count, unit } = timeLeft(of);
  const words = t(isOver ? 'due.over' : 'due.left', { time: t(`due.${unit}`, { count }) });
  const color = isOver ? 'danger' : share > 0.5 ? 'success' : 'warning';
  return (
    <span title={words}>
      <Progress
        type="circle"
        size={size}
        percent={Math.round(share * 100)}
        strokeWidth={10}
        strokeColor={`var(--${color})`}
        railColor={isOver ? 'var(--danger)' : 'var(--line)'}
        format={() => (
          <span style={{ color: `var(--${color})`, fontSize: 11 }}>{t(`due.short.${unit}`, { count })}</span>
        )}
        aria-label={words}
      />
    </span>
  );
}
