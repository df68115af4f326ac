/**
 * `npm run bench [words]`: every figure beside its floor in the same run; JSON and a table in .data/bench. With words, only works whose names have one of
 * them; `--rounds=1` for a quick look; `--grown` for works that must not notice how many payments there are, at 10,000,000 beside 1,000,000 (30 GB of disk).
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { buildConsoleIfStale } from '../../scripts/console-build.ts';
import { accountWorks } from './accounts.ts';
import { batchWorks } from './batches.ts';
import { bookWorks } from './books.ts';
import { cardBatchWorks } from './card-batches.ts';
import { cardWorks } from './cards.ts';
import { closeWorks } from './closes.ts';
import { complianceWorks } from './compliance.ts';
import { complianceCaseWorks } from './compliance-cases.ts';
import { consoleWorks } from './console.ts';
import { exportWorks } from './exports.ts';
import { grownWorks } from './grown.ts';
import { addHistory } from './history.ts';
import { issueRowWorks } from './issue-rows.ts';
import { issueWorks } from './issues.ts';
import { ledgerWorks } from './ledger.ts';
import { listWorks } from './lists.ts';
import { type Figure, measure, peerTable, table } from './measure.ts';
import { paymentWorks } from './payments.ts';
import { planWorks } from './plans.ts';
import { policyWorks } from './policies.ts';
import { reconciliationWorks } from './reconciliations.ts';
import { sharingWorks } from './sharing.ts';
import { simulationWorks } from './simulations.ts';
import { openWorld, type World } from './world.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);
const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const rounds = Number(/--rounds=(\d+)/.exec(process.argv.join(' '))?.[1] ?? 5);
const out = join(import.meta.dirname, '../../.data');

// Before the service: it serves what was built when it started.
await buildConsoleIfStale();
const world = await openWorld(say);
let grown: World | undefined;
const figures: Figure[] = [];
const allWorks = [
  listWorks,
  sharingWorks,
  exportWorks,
  batchWorks,
  issueWorks,
  issueRowWorks,
  planWorks,
  policyWorks,
  simulationWorks,
  paymentWorks,
  cardWorks,
  cardBatchWorks,
  closeWorks,
  reconciliationWorks,
  ledgerWorks,
  bookWorks,
  complianceWorks,
  complianceCaseWorks,
  accountWorks,
  consoleWorks,
];
try {
  if (process.argv.includes('--grown')) {
    grown = await openWorld(say, 'bench-grown', (databaseUrl) => addHistory(databaseUrl, say));
  }
  const works = grown ? grownWorks(world, grown) : allWorks.flatMap((of) => of(world, say));
  const wanted = works.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
  for (const work of wanted) figures.push(await measure(work, rounds, say));
} finally {
  await grown?.stop();
  await world.stop();
}

const machine = {
  at: new Date().toISOString(),
  cpus: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`,
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  node: process.version,
  load: loadavg().map((load) => Number(load.toFixed(1))),
  rounds,
};
mkdirSync(out, { recursive: true });
writeFileSync(join(out, 'bench.json'), `${JSON.stringify({ machine, figures }, null, 2)}\n`);
const tables = [peerTable(figures), table(figures)].filter(Boolean).join('\n\n');
writeFileSync(join(out, 'bench.md'), `${tables}\n`);
say(`\n${tables}\n\n${JSON.stringify(machine)}\nWritten to .data/bench.json and .data/bench.md`);
