import type { CaseExplanation } from '@xyxlx/contracts/compliance-case';
import { useTranslation } from 'react-i18next';
import { CartesianGrid, ReferenceArea, Scatter, ScatterChart, Tooltip, XAxis, YAxis } from 'recharts';
import { currentLanguage } from '../../../lib/i18n.ts';
import { amountText, shortYuan } from '../../../lib/money.ts';
import { minuteText } from '../../../lib/time.ts';
import { nightsBetween } from './nights.ts';
import styles from './plot.module.css';
import { timeAxis } from './time-axis.ts';

type Payment = CaseExplanation['payments'][number];
type Dot = Payment & { time: number };

const tick = { fill: 'var(--ink-faint)', fontSize: 12 };
const hour = 3_600_000;

/** The drawing of a strip of payments: time from left to right, amounts upwards. */
export function PaymentDots({ payments }: { payments: readonly Payment[] }) {
  const dots: Dot[] = payments
    .map((payment) => ({ ...payment, time: Date.parse(payment.at) }))
    // What was found lies over the others.
    .sort((one, other) => Number(one.isHit) - Number(other.isHit));
  const times = dots.map(({ time }) => time);
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const margin = Math.max(3 * hour, (last - first) * 0.02);
  const [from, to] = [first - margin, last + margin];
  const { ticks, timeText } = timeAxis(from, to);
  return (
    <ScatterChart
      responsive
      accessibilityLayer={false}
      className={styles.drawing ?? ''}
      margin={{ top: 8, right: 12, bottom: 0, left: 0 }}
    >
      {nightsBetween(from, to).map((night) => (
        <ReferenceArea
          key={night.from}
          x1={night.from}
          x2={night.to}
          fill="var(--line-strong)"
          fillOpacity={0.35}
          stroke="none"
        />
      ))}
      <CartesianGrid vertical={false} stroke="var(--line)" />
      <XAxis
        type="number"
        dataKey="time"
        domain={[from, to]}
        tick={tick}
        tickLine={false}
        axisLine={{ stroke: 'var(--line-strong)' }}
        ticks={ticks}
        minTickGap={20}
        tickFormatter={timeText}
      />
      <YAxis
        type="number"
        dataKey="amount"
        width="auto"
        tick={tick}
        tickLine={false}
        axisLine={false}
        domain={[0, 'auto']}
        tickCount={4}
        tickFormatter={(fen: number) => shortYuan(fen, currentLanguage())}
      />
      <Tooltip
        isAnimationActive={false}
        cursor={false}
        content={({ payload }) => <Tip dot={payload?.[0]?.payload} />}
      />
      <Scatter
        data={dots}
        isAnimationActive={false}
        shape={(props: unknown) => <Mark {...(props as MarkProps)} />}
      />
    </ScatterChart>
  );
}

interface MarkProps {
  cx: number;
  cy: number;
  payload: Dot;
}

function Mark({ cx, cy, payload: { isHit, isDeclined, isRefund } }: MarkProps) {
  const color = isHit ? 'var(--danger)' : isDeclined ? 'var(--ink-faint)' : 'var(--brand)';
  const size = isHit ? 6 : 4.5;
  if (isRefund) {
    return (
      <path
        d={`M${cx} ${cy - size - 1}l${size + 1} ${size + 1}l${-size - 1} ${size + 1}l${-size - 1} ${-size - 1}z`}
        fill={color}
        fillOpacity={isHit ? 1 : 0.75}
      />
    );
  }
  return (
    <circle
      cx={cx}
      cy={cy}
      r={size}
      fill={isDeclined ? 'var(--surface)' : color}
      fillOpacity={isDeclined || isHit ? 1 : 0.75}
      stroke={color}
      strokeWidth={isDeclined ? 2 : 1}
    />
  );
}

function Tip({ dot }: { dot: Dot | undefined }) {
  const { t } = useTranslation('compliance/cases');
  if (!dot) return null;
  const kinds = [
    dot.isRefund && t('strip.refund'),
    dot.isHit && t('strip.hit'),
    dot.isDeclined && t('strip.declined'),
  ].filter(Boolean);
  return (
    <div className={styles.tip}>
      <strong>{amountText(dot.amount)}</strong> {kinds.join(' · ')}
      <br />
      {dot.payee.name}
      <br />
      <span className="figures">{minuteText(dot.at)}</span>
    </div>
  );
}
