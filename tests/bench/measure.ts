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

/** Each answers how much it did a second, so more is better; where less is, the unit says so. */
export interface Rounds {
  floor(): Promise<number>;
  ours(): Promise<number>;
  /** What else does the same work in the same turns, by its name. */
  peers?: Record<string, () => Promise<number>>;
  /** Said beside the figures, such as memory. */
  note?(): string;
  close?(): void | Promise<void>;
}

export interface Figure {
  name: string;
  unit: string;
  floorName: string;
  goal: string;
  rounds: Record<string, number>[];
  floor: Spread;
  ours: Spread;
  ratio: Spread;
  /** Each beside the floor, and ours beside it. */
  peers: Record<string, { rate: Spread; ratio: Spread; ours: Spread }>;
  note: string;
}

interface Spread {
  median: number;
  min: number;
  max: number;
}

/** Runs all sides by turns, so that what else the machine does falls on each. */
export async function measure(work: Work, rounds: number, say: (line: string) => void): Promise<Figure> {
  const { name, unit, floorName, goal } = work;
  const measured: Figure['rounds'] = [];
  const running = await work.open();
  const { floor, ours, peers = {} } = running;
  const sides = Object.entries({ floor, ...peers, ours });
  try {
    for (let round = 0; round < rounds; round++) {
      const rates: Record<string, number> = {};
      // The first one finds colder caches: each is it in turn.
      const first = round % sides.length;
      for (const [side, run] of [...sides.slice(first), ...sides.slice(0, first)]) rates[side] = await run();
      measured.push(rates);
      const said = sides.map(([side]) => `${side} ${shown(rates[side] as number)}`).join(', ');
      say(
        `${name} ${round + 1}/${rounds}: ${said} ${unit}, ratio ${ratioOf(rates, 'ours', 'floor').toFixed(2)}`,
      );
    }
    const rate = (side: string) => spread(measured.map((rates) => rates[side] as number));
    const ratio = (side: string, to: string) => spread(measured.map((rates) => ratioOf(rates, side, to)));
    return {
      name,
      unit,
      floorName,
      goal,
      rounds: measured,
      floor: rate('floor'),
      ours: rate('ours'),
      ratio: ratio('ours', 'floor'),
      peers: Object.fromEntries(
        Object.keys(peers).map((peer) => [
          peer,
          { rate: rate(peer), ratio: ratio(peer, 'floor'), ours: ratio('ours', peer) },
        ]),
      ),
      note: running.note?.() ?? '',
    };
  } finally {
    await running.close?.();
  }
}

function ratioOf(rates: Record<string, number>, side: string, to: string): number {
  return (rates[side] as number) / (rates[to] as number);
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

const inWords = ({ median, min, max }: Spread, show: (value: number) => string) =>
  `${show(median)} (${show(min)}–${show(max)})`;
const two = (value: number) => value.toFixed(2);

/** The table of docs/benchmarks.md. */
export function table(figures: Figure[]): string {
  const rows = figures.map(({ name, unit, floorName, goal, floor, ours, ratio, peers, note }) => {
    const beside = Object.entries(peers).map(
      ([peer, one]) => `${peer} ${inWords(one.ratio, two)}, ours ${two(one.ours.median)} of it`,
    );
    const notes = [...beside, note].filter(Boolean).join('; ');
    return `| ${name} | ${floorName} | ${inWords(floor, shown)} | ${inWords(ours, shown)} ${unit} | **${two(ratio.median)}** (${two(ratio.min)}–${two(ratio.max)}) | ${goal} | ${notes} |`;
  });
  return [
    '| work | floor | floor: median (min–max) | ours: median (min–max) | ratio | goal | note |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

/** The table that docs/benchmarks.md begins with: the works that others were measured at, each as a share of its floor; nothing where none was. */
export function peerTable(figures: Figure[]): string {
  const compared = figures.filter(({ peers }) => Object.keys(peers).length > 0);
  if (compared.length === 0) return '';
  const names = [...new Set(compared.flatMap(({ peers }) => Object.keys(peers)))];
  const rows = compared.map(({ name, unit, floor, ratio, peers }) => {
    const shares = names.map((peer) => (peers[peer] ? inWords(peers[peer].ratio, two) : '–'));
    return `| ${name} | ${shown(floor.median)} ${unit} = 1 | ${[...shares, `**${inWords(ratio, two)}**`].join(' | ')} |`;
  });
  return [
    `| work | floor | ${[...names, 'ours'].join(' | ')} |`,
    `|${' --- |'.repeat(names.length + 3)}`,
    ...rows,
  ].join('\n');
}
