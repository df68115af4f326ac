import { lazy, Suspense } from 'react';
import styles from './trend-chart.module.css';

const TrendLines = lazy(async () => ({ default: (await import('./trend-lines.tsx')).TrendLines }));

interface TrendSeries {
  key: string;
  label: string;
  /** A colour of the style sheets, such as `var(--brand)`. */
  color: string;
  /** Fills the space below the line. */
  isArea?: boolean;
  values: readonly number[];
}

export interface TrendChartProps {
  /** What it shows, for who can't see it. */
  label: string;
  /** The names of the points, from left to right. */
  points: readonly string[];
  series: readonly TrendSeries[];
  /** Each area lies on those before it, so that the upper edge is the sum. */
  isStacked?: boolean;
  /** The name of a point in short, for the axis. */
  pointText(point: string): string;
  /** A value in short, for the axis. */
  axisText(value: number): string;
  /** A value in full, for the point that is looked at. */
  valueText(value: number): string;
}

/** Lines over time with one scale; for screen readers the same figures in a table. */
export function TrendChart(props: TrendChartProps) {
  const { label, points, series, valueText } = props;
  return (
    <div className={styles.chart}>
      <div className={styles.lines}>
        <Suspense>
          <TrendLines {...props} />
        </Suspense>
      </div>
      {/* A table keeps the height of its rows, whatever it is told. */}
      <div className="visually-hidden">
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              <td />
              {series.map(({ key, label: name }) => (
                <th key={key} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {points.map((point, index) => (
              <tr key={point}>
                <th scope="row">{point}</th>
                {series.map(({ key, values }) => (
                  <td key={key}>{valueText(values[index] ?? 0)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
