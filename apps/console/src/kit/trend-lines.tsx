import { Area, CartesianGrid, ComposedChart, Legend, Line, Tooltip, XAxis, YAxis } from 'recharts';
import styles from './trend-chart.module.css';
import type { TrendChartProps } from './trend-chart.tsx';

const tick = { fill: 'var(--ink-faint)', fontSize: 12 };
const box = { background: 'var(--surface)', borderColor: 'var(--line)', borderRadius: 8, fontSize: 13 };

/** The drawing of a trend: the pointer and the arrow keys go from point to point. */
export function TrendLines(props: TrendChartProps) {
  const { label, points, series, pointText, axisText, valueText, isStacked = false } = props;
  const tops = isStacked
    ? points.map((_, at) => series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0))
    : series.flatMap(({ values }) => values);
  const most = Math.max(0, ...tops);
  return (
    <ComposedChart
      responsive
      title={label}
      className={styles.drawing ?? ''}
      margin={{ top: 14, right: 26, bottom: 0, left: 6 }}
      data={points.map((point, at) => ({ point, values: series.map(({ values }) => values[at] ?? 0) }))}
    >
      <CartesianGrid vertical={false} stroke="var(--line)" />
      <XAxis
        dataKey="point"
        tick={tick}
        tickLine={false}
        axisLine={false}
        minTickGap={24}
        interval="equidistantPreserveStart"
        tickFormatter={pointText}
      />
      <YAxis
        width="auto"
        tick={tick}
        tickLine={false}
        axisLine={false}
        // Without any amount the scale has no end of its own.
        domain={[0, most > 0 ? 'auto' : 400]}
        tickFormatter={axisText}
      />
      <Tooltip
        isAnimationActive={false}
        contentStyle={box}
        cursor={{ stroke: 'var(--line-strong)', strokeDasharray: '3 3' }}
        formatter={(value) => valueText(Number(value))}
      />
      <Legend />
      {series.map(({ key, label: name, color, isArea }, at) => {
        const line = {
          name,
          dataKey: ({ values }: { values: number[] }) => values[at],
          stroke: color,
          strokeWidth: 2,
          isAnimationActive: false,
        };
        return isArea ? (
          <Area
            key={key}
            {...line}
            fill={color}
            fillOpacity={isStacked ? 0.3 : 0.12}
            {...(isStacked && { stackId: 'all' })}
          />
        ) : (
          <Line key={key} {...line} dot={false} />
        );
      })}
    </ComposedChart>
  );
}
