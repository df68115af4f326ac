/** One piece of work beside its floor. */
export interface Work {
  name: string;
  unit: string;
  /** What the floor is, in words. */
  floorName: string;
  goal: string;
  /** Makes ready what only this work needs. */
  open(): Promise<Rounds>;
}

/** Both answer how much they did a second, so more is better; where less is, the unit says so. */
export interface Rounds {
  floor(): Promise<number>;
  ours(): Promise<number>;
  /** Said beside the figures, such as memory. */
  note?(): string;
  close?(): void | Promise<void>;
}

export interface Figure {
  name: string;
  unit: string;
  floorName: string;
  goal: string;
  rounds: { floor: number; ours: number; ratio: number }[];
  floor: Spread;
  ours: Spread;
  ratio: Spread;
  note: string;
}

interface Spread {
  median: number;
  min: number;
  max: number;
}

/** Runs floor and work by turns, so that what else the machine does falls on both. */
export async function measure(work: Work, rounds: number, say: (line: string) => void): Promise<Figure> {
  const { name, unit, floorName, goal } = work;
  const measured: Figure['rounds'] = [];
  const running = await work.open();
  try {
    for (let round = 0; round < rounds; round++) {
      // The first of the two finds colder caches: they take turns.
      const oursFirst = round % 2 === 1;
      const first = oursFirst ? await running.ours() : await running.floor();
      const second = oursFirst ? await running.floor() : await running.ours();
      const [floor, ours] = oursFirst ? [second, first] : [first, second];
      measured.push({ floor, ours, ratio: ours / floor });
      say(
        `${name} ${round + 1}/${rounds}: floor ${shown(floor)}, ours ${shown(ours)} ${unit}, ratio ${(ours / floor).toFixed(2)}`,
      );
    }
    return {
      name,
      unit,
      floorName,
      goal,
      rounds: measured,
      floor: spread(measured.map((round) => round.floor)),
      ours: spread(measured.map((round) => round.ours)),
      ratio: spread(measured.map((round) => round.ratio)),
      note: running.note?.() ?? '',
    };
  } finally {
    await running.close?.();
  }
}

/** The middle and the ends of what was measured. */
export function spread(values: number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  return {
    median: sorted[Math.floor(sorted.length / 2)] as number,
    min: sorted[0] as number,
    max: sorted.at(-1) as number,
  };
}

/** A figure with the digits that mean something. */
export function shown(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(1);
}

/** The table of docs/benchmarks.md. */
export function table(figures: Figure[]): string {
  const rows = figures.map(({ name, unit, floorName, goal, floor, ours, ratio, note }) => {
    const of = ({ median, min, max }: Spread, show = shown) => `${show(median)} (${show(min)}–${show(max)})`;
    const two = (value: number) => value.toFixed(2);
    return `| ${name} | ${floorName} | ${of(floor)} | ${of(ours)} ${unit} | **${two(ratio.median)}** (${two(ratio.min)}–${two(ratio.max)}) | ${goal} | ${note} |`;
  });
  return [
    '| work | floor | floor: median (min–max) | ours: median (min–max) | ratio | goal | note |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}
