import type { dev as contract } from '@xyxlx/contracts/dev';
import type { z } from 'zod';
import type { Deps } from '../../../core/deps.ts';
import { atLength } from '../../../platform/db/service-pool.ts';
import type { Invariant } from './invariant.ts';
import { moneyInvariants } from './money-invariants.ts';
import { platformInvariants } from './platform-invariants.ts';

/** All that must always hold; a domain adds its own list here. */
const invariants: readonly Invariant[] = [...platformInvariants, ...moneyInvariants];

/** So many violations are named; the rest are counted. */
const namedAtMost = 20;

/** How long one of them may take on a large database, in ms. */
const within = 120_000;

type Result = z.input<typeof contract.invariants.output>;

/** Checks every invariant, one after the other. */
export async function checkInvariants(deps: Deps): Promise<Result> {
  const list: Result['list'] = [];
  for (const invariant of invariants) {
    const violations = await violationsOf(deps, invariant);
    list.push({
      name: invariant.name,
      label: invariant.label,
      ok: violations.length === 0,
      violations: violations.length,
      examples: violations.slice(0, namedAtMost),
    });
  }
  return { ok: list.every(({ ok }) => ok), list };
}

async function violationsOf(deps: Deps, { sql, check }: Invariant): Promise<string[]> {
  if (check) return check(deps);
  const { rows } = await atLength(deps.database.pool, within, (client) =>
    client.query<{ what: string }>(sql as string),
  );
  return rows.map(({ what }) => what);
}
