import type { dev as contract } from '@xyxlx/contracts/dev';
import type { z } from 'zod';
import type { Deps } from '../../core/deps.ts';
import { atLength } from '../../platform/db/service-pool.ts';
import type { Invariant } from '../area.ts';

/** So many violations are named; the rest are counted. */
const namedAtMost = 20;

/** How long one of them may take on a large database, in ms. */
const within = 120_000;

type Result = z.input<typeof contract.invariants.output>;

/** Checks the invariants of all areas, one after the other. */
export async function checkInvariants(deps: Deps): Promise<Result> {
  const list: Result['list'] = [];
  for (const invariant of deps.registry.invariants.values()) {
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

async function violationsOf(deps: Deps, { violations }: Invariant): Promise<string[]> {
  if (typeof violations !== 'string') return violations(deps);
  const { rows } = await atLength(deps.database.pool, within, (client) =>
    client.query<{ what: string }>(violations),
  );
  return rows.map(({ what }) => what);
}
