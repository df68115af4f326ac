import { type PointerEvent, useCallback, useState } from 'react';
import styles from './trend-chart.module.css';
import { niceTop, pathOf, shownTicks } from './trend-geometry.ts';

interface TrendSeries {
  key: string;
  label: string;
  /** A colour of the style sheets, such as `var(--brand)`. */
  color: string;
  /** Fills the space below the line. */
  isArea?: boolean;
  values: readonly number[];
}

interface TrendChartProps {
  /** What it shows, for who can't see it. */
  label: string;
  /** The names of the points, from left to right. */
  points: readonly string[];
  series: readonly TrendSeries[];
  /** A value in short, for the axis. */
  axisText(value: number): string;
  /** A value in full, for the point under the pointer. */
  valueText(value: number): string;
}

const height = 260;
const inset = { top: 14, right: 26, bottom: 26, left: 62 };

/** Lines over time with one scale, and the figures of the day under the pointer; a table for screen readers. */
export function TrendChart({ label, points, series, axisText, valueText }: TrendChartProps) {
  const [width, measure] = useWidth();
  const [at, setAt] = useState<number | null>(null);
  const top = niceTop(Math.max(1, ...series.flatMap(({ values }) => values)));
  const innerWidth = Math.max(1, width - inset.left - inset.right);
  const innerHeight = height - inset.top - inset.bottom;
  const x = (index: number) => inset.left + (innerWidth * index) / Math.max(1, points.length - 1);
  const y = (value: number) => inset.top + innerHeight * (1 - value / top);

  function follow(event: PointerEvent<SVGSVGElement>): void {
    const left = event.clientX - event.currentTarget.getBoundingClientRect().left - inset.left;
    const index = Math.round((left / innerWidth) * (points.length - 1));
    setAt(Math.min(points.length - 1, Math.max(0, index)));
  }

  return (
    <div className={styles.chart} ref={measure}>
      <svg
        width={width}
        height={height}
        aria-hidden="true"
        onPointerMove={follow}
        onPointerLeave={() => setAt(null)}
      >
        {[0, 0.25, 0.5, 0.75, 1].map((share) => (
          <g key={share}>
            <line
              className={styles.grid}
              x1={inset.left}
              x2={width - inset.right}
              y1={y(top * share)}
              y2={y(top * share)}
            />
            <text className={styles.tick} x={inset.left - 10} y={y(top * share) + 4} textAnchor="end">
              {axisText(top * share)}
            </text>
          </g>
        ))}
        {shownTicks(points.length, innerWidth).map((index) => (
          <text key={index} className={styles.tick} x={x(index)} y={height - 6} textAnchor="middle">
            {points[index]?.slice(5)}
          </text>
        ))}
        {series.map(({ key, color, isArea, values }) => (
          <g key={key}>
            {isArea && (
              <path
                d={`${pathOf(values.map((value, index) => [x(index), y(value)]))} L${x(values.length - 1)} ${y(0)} L${x(0)} ${y(0)} Z`}
                fill={color}
                opacity={0.12}
              />
            )}
            <path
              d={pathOf(values.map((value, index) => [x(index), y(value)]))}
              fill="none"
              stroke={color}
              strokeWidth={2}
              strokeLinejoin="round"
            />
            {at !== null && <circle cx={x(at)} cy={y(values[at] ?? 0)} r={4} fill={color} />}
          </g>
        ))}
        {at !== null && (
          <line className={styles.cross} x1={x(at)} x2={x(at)} y1={inset.top} y2={inset.top + innerHeight} />
        )}
      </svg>
      {at !== null && (
        <div
          className={styles.tip}
          data-side={at > points.length / 2 ? 'left' : 'right'}
          style={{ left: x(at) }}
        >
          <strong>{points[at]}</strong>
          {series.map(({ key, label: name, color, values }) => (
            <span key={key}>
              <i style={{ background: color }} />
              {name}
              <b>{valueText(values[at] ?? 0)}</b>
            </span>
          ))}
        </div>
      )}
      <ul className={styles.legend}>
        {series.map(({ key, label: name, color }) => (
          <li key={key}>
            <i style={{ background: color }} />
            {name}
          </li>
        ))}
      </ul>
      <table className="visually-hidden">
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
  );
}

// The chart is drawn to the pixel, so that its text keeps its size.
function useWidth(): [width: number, measure: (element: HTMLElement | null) => (() => void) | undefined] {
  const [width, setWidth] = useState(640);
  const measure = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [width, measure];
}
