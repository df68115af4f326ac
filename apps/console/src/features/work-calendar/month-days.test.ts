import { expect, it } from 'vitest';
import { weeksOf } from './month-days.ts';

const off = { kind: 'OFF', name: '国庆节' } as const;
const work = { kind: 'WORK', name: '调休上班' } as const;
const said = new Map(
  [
    ...Array.from({ length: 7 }, (_, at) => ({ day: `2026-10-0${at + 1}`, own: null, national: off })),
    { day: '2026-10-10', own: null, national: work },
    { day: '2026-10-12', own: { kind: 'OFF' as const, name: '团建' }, national: null },
    { day: '2026-10-05', own: work, national: off },
  ].map((row) => [row.day, row] as const),
);

it('puts a month into weeks from Monday on', () => {
  const october = weeksOf('2026-10', said);
  expect(october.map((week) => week.length)).toEqual([7, 7, 7, 7, 7]);
  expect(october[0]?.map((one) => one?.day.slice(8) ?? null)).toEqual([
    null,
    null,
    null,
    '01',
    '02',
    '03',
    '04',
  ]);
  expect(october.at(-1)?.map((one) => one?.day.slice(8) ?? null)).toEqual([
    '26',
    '27',
    '28',
    '29',
    '30',
    '31',
    null,
  ]);
  expect(weeksOf('2026-02', said)).toHaveLength(5);
  expect(weeksOf('2028-02', said).flat().filter(Boolean)).toHaveLength(29);
});

it('shows the tenant’s word of a day before the national one, and the weekend where there is none', () => {
  const days = new Map(
    weeksOf('2026-10', said)
      .flat()
      .flatMap((one) => (one ? [[one.day.slice(8), one] as const] : [])),
  );
  expect(days.get('04')).toMatchObject({ kind: 'OFF', name: '国庆节', isOwn: false, isWorked: false });
  expect(days.get('05')).toMatchObject({ kind: 'WORK', name: '调休上班', isOwn: true, isWorked: true });
  expect(days.get('10')).toMatchObject({ kind: 'WORK', isOwn: false, isWorked: true });
  expect(days.get('12')).toMatchObject({ kind: 'OFF', isOwn: true, isWorked: false });
  expect(days.get('13')).toMatchObject({ kind: null, name: '', isOwn: false, isWorked: true });
  expect(days.get('17')).toMatchObject({ kind: null, isWorked: false });
  expect([...days.values()].filter(({ isWorked }) => isWorked)).toHaveLength(18);
});
