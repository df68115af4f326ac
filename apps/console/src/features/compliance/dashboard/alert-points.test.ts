import { expect, test } from 'vitest';
import { alertPoints, mostSeries } from './alert-points.ts';

const rule = (code: string) => ({ id: code, code, name: code });
const row = (day: string, code: string, alerts: number, suppressed = 0) => ({
  ...{ day, rule: rule(code), alerts, suppressed },
});

test('each day of a span is a point, the rule with the most alerts is the first, and what was kept quiet is no alert', () => {
  const found = alertPoints(
    [
      row('2026-11-19', 'A', 2),
      row('2026-11-19', 'B', 1),
      row('2026-11-21', 'B', 5),
      row('2026-11-21', 'C', 0, 4),
    ],
    ['2026-11-19', '2026-11-21'],
  );
  expect(found.points.map(([from]) => from)).toEqual(['2026-11-19', '2026-11-20', '2026-11-21']);
  expect(found.series).toEqual([
    { rule: rule('B'), values: [1, 0, 5] },
    { rule: rule('A'), values: [2, 0, 0] },
  ]);
  expect(found.suppressed).toEqual([0, 0, 4]);
});

test('a span of more than 92 days is told by weeks from Monday on, the first and the last cut at its ends', () => {
  expect(alertPoints([], ['2026-08-01', '2026-10-31']).points).toHaveLength(92);
  // 2026-08-01 is a Saturday, 2026-11-01 a Sunday.
  const { points, series } = alertPoints(
    [row('2026-08-02', 'A', 1), row('2026-08-03', 'A', 2), row('2026-11-02', 'A', 4)],
    ['2026-08-01', '2026-11-02'],
  );
  expect([points[0], points[1], points.at(-1)]).toEqual([
    ['2026-08-01', '2026-08-02'],
    ['2026-08-03', '2026-08-09'],
    ['2026-11-02', '2026-11-02'],
  ]);
  expect([series[0]?.values[0], series[0]?.values[1], series[0]?.values.at(-1)]).toEqual([1, 2, 4]);
});

test('more rules than can be told apart end in one series of all others, and nothing is lost', () => {
  const codes = [...'ABCDEFGHIJ'];
  const one: [string, string] = ['2026-11-19', '2026-11-19'];
  const exact = alertPoints(
    codes.slice(0, mostSeries).map((code) => row('2026-11-19', code, 1)),
    one,
  );
  expect(exact.series.map((series) => series.rule?.code)).toEqual(codes.slice(0, mostSeries));
  const { series } = alertPoints(
    codes.map((code, at) => row('2026-11-19', code, 100 - at)),
    one,
  );
  expect(series.map((of) => of.rule?.code)).toEqual([...codes.slice(0, mostSeries - 1), undefined]);
  expect(series.at(-1)?.values).toEqual([93 + 92 + 91]);
});
