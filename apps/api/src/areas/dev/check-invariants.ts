import type { dev as contract } from '@xyxlx/contracts/dev';
import type { z } from 'zod';
import type { Deps } from '../../core/deps.ts';
import { withLongTimeout } from '../../platform/db/service-pool.ts';

/** So many violations are named; the rest are counted. */
const namedAtMost = 20;

/** How long one of them may take on a large tenant, in ms. */
const within = 120_000;

type Result = z.input<typeof contract.invariants.output>;

/** Checks the invariants of all areas, in one tenant after the other. */
export async function checkInvariants(deps: Deps): Promise<Result> {
  const invariants = [...deps.registry.invariants.values()];
  const found = new Map<string, string[]>(invariants.map(({ name }) => [name, []]));
  for (const { id } of await deps.database.prisma.tenant.findMany({ select: { id: true } })) {
    await withLongTimeout(deps.database.pool, within, async (client) => {
      for (const { name, violations } of invariants) {
        if (typeof violations !== 'string') continue;
        const { rows } = await client.query<{ what: string }>(violations, [id]);
        for (const { what } of rows) found.get(name)?.push(what);
      }
    });
  }
  const list: Result['list'] = [];
  for (const { name, label, violations } of invariants) {
    const all = typeof violations === 'string' ? (found.get(name) ?? []) : await violations(deps);
    const examples = all.slice(0, namedAtMost);
    list.push({ name, label, ok: all.length === 0, violations: all.length, examples });
  }
  return { ok: list.every(({ ok }) => ok), list };
}
