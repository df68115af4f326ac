import { Bar, BarChart, CartesianGrid, LabelList, XAxis, YAxis } from 'recharts';
import { countText } from '../../../lib/money.ts';
import { axis } from './chart-looks.ts';
import styles from './dashboard.module.css';

interface AgeingBarsProps {
  rows: readonly { name: string; cases: number }[];
}

/** The drawing of how long cases have been open: a bar for each age, with its number. */
export function AgeingBars({ rows }: AgeingBarsProps) {
  return (
    <BarChart
      responsive
      accessibilityLayer={false}
      className={styles.drawing ?? ''}
      margin={{ top: 22, right: 8, bottom: 0, left: 0 }}
      data={rows}
    >
      <CartesianGrid vertical={false} stroke="var(--line)" />
      <XAxis {...axis} dataKey="name" interval={0} />
      <YAxis {...axis} width="auto" allowDecimals={false} tickCount={4} tickFormatter={countText} />
      <Bar
        dataKey="cases"
        fill="var(--brand)"
        radius={[4, 4, 0, 0]}
        maxBarSize={64}
        isAnimationActive={false}
      >
        <LabelList
          dataKey="cases"
          position="top"
          fill="var(--ink)"
          fontSize={13}
          formatter={(cases) => countText(Number(cases))}
        />
      </Bar>
    </BarChart>
  );
}
