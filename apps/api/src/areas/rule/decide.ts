import type { Deps } from '../../core/deps.ts';
import type { Queryable } from '../../platform/db/sql.ts';
import { type DecisionRecord, recordOf } from './decision-record.ts';
import type { Facts } from './judge/facts.ts';
import { judge } from './judge/judge.ts';
import type { Usage } from './judge/usage.ts';
import { publishedRules } from './published-rules.ts';
import { usageOf } from './rule-usage.sql.ts';

const nothingUsed: Usage = new Map();

/** What a tenant's published rules say of a payment at this moment; nothing is written. */
export async function decide(
  client: Queryable,
  deps: Pick<Deps, 'database'>,
  tenantId: string,
  facts: Facts,
): Promise<DecisionRecord> {
  const { versions, withoutRule } = await publishedRules(client, deps, tenantId);
  const whose = { tenantId, employeeId: facts.payer.employeeId, day: facts.today.day };
  const usage = versions.length > 0 ? await usageOf(client, whose) : nothingUsed;
  return recordOf(judge(facts, versions, usage, withoutRule), usage);
}
