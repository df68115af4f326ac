import type { cardOrder as contract, OrderRules } from '@xyxlx/contracts/card-order';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import { recordMissing } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { type Queryable, rowsOf, sql } from '../../platform/db/sql.ts';
import { byId, visibleMerchants } from '../../platform/records/scope.ts';
import { policyOf } from '../card/policy.ts';

/** What the tenant of a unit says of its orders; throws 406 for a unit that the caller can't see. */
export async function ruleOfUnit({
  input,
  session,
  deps: { database },
}: Call<z.output<typeof contract.getRule.input>, Session>): Promise<OrderRules> {
  const [unit] = await rowsOf<{ tenantId: string }>(
    database.pool,
    sql`SELECT m.tenant_id AS "tenantId" FROM merchants m WHERE ${byId(session, 'm', input.merchantId)} AND ${visibleMerchants(session, 'm')}`,
  );
  if (!unit) throw recordMissing();
  return orderRulesOf(database.pool, unit.tenantId);
}

/** What the card policy of a tenant says of orders, in fen. */
export async function orderRulesOf(client: Queryable, tenantId: string): Promise<OrderRules> {
  const { transferOnlyFrom, realNameFrom } = await policyOf(client, tenantId);
  return { transferOnlyFrom, realNameFrom };
}
