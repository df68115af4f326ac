import { Bar, BarChart, CartesianGrid, Tooltip, XAxis, YAxis } from 'recharts';
import { countText } from '../../../lib/money.ts';
import type { AlertPoints } from './alert-points.ts';
import { axis, tipBox } from './chart-looks.ts';
import styles from './dashboard.module.css';
import { lookOf } from './rule-looks.tsx';

interface AlertBarsProps extends Pick<AlertPoints, 'points' | 'series'> {
  seriesName(place: number): string;
  pointText(place: number): string;
}

/** The drawing of the alerts of a span: a bar for each day or week, stacked by rule. */
export function AlertBars({ points, series, seriesName, pointText }: AlertBarsProps) {
  return (
    <BarChart
      responsive
      accessibilityLayer={false}
      className={styles.drawing ?? ''}
      margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
      data={points.map((_, place) => ({ place }))}
      barCategoryGap="18%"
    >
      <CartesianGrid vertical={false} stroke="var(--line)" />
      <XAxis
        {...axis}
        dataKey="place"
        minTickGap={24}
        interval="equidistantPreserveStart"
        tickFormatter={(place: number) => points[place]?.[0].slice(5) ?? ''}
      />
      <YAxis {...axis} width="auto" allowDecimals={false} tickFormatter={countText} />
      <Tooltip
        isAnimationActive={false}
        contentStyle={tipBox}
        itemStyle={{ color: 'var(--ink)', padding: 0 }}
        cursor={{ fill: 'var(--raised)' }}
        filterNull
        labelFormatter={(place) => pointText(Number(place))}
        formatter={(value) => countText(Number(value))}
      />
      {series.map(({ rule, values }, place) => (
        <Bar
          key={rule?.id ?? 'others'}
          name={seriesName(place)}
          // A day without any has no line in what is told of it.
          dataKey={({ place: point }: { place: number }) => values[point] || null}
          stackId="all"
          fill={lookOf(place)}
          maxBarSize={44}
          isAnimationActive={false}
        />
      ))}
    </BarChart>
  );
}
