import type { rule as contract } from '@xyxlx/contracts/rule';
import type { DecisionAnswer } from '@xyxlx/contracts/rule-decision';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import { Refusal, recordMissing } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { type Queryable, rowsOf, sql } from '../../platform/db/sql.ts';
import { byId, visible, visibleMerchants } from '../../platform/records/scope.ts';
import { spendableOf } from '../limit/spend-lots.ts';
import { decide } from './decide.ts';
import { presentDecision } from './decision-answer.ts';
import { paymentFacts } from './payment-facts.ts';

/** What the rules say of a payment that nobody makes, with what is used and what the limit has at this moment. */
export async function tryPayment({
  input,
  session,
  deps,
  request,
}: Call<z.output<typeof contract.tryPayment.input>, Session>): Promise<DecisionAnswer> {
  const { pool } = deps.database;
  const { at: instant, amount, personalAmount, ...given } = input;
  if (personalAmount > amount) {
    throw new Refusal({ zh: '个人支付不能大于金额', en: 'The personal share is more than the amount' });
  }
  const { tenantId, ...account } = await limitOf(pool, session, input.employeeId);
  if (input.payeeMerchantId) await mustSee(pool, session, input.payeeMerchantId);
  const at = new Date(instant);
  const spendable = await spendableOf(pool, { tenantId, ...account }, at);
  const facts = await paymentFacts(pool, { tenantId, ...given, amount, personalAmount, at }, spendable);
  return presentDecision(await decide(pool, deps, tenantId, facts), request.language);
}

async function limitOf(
  client: Queryable,
  session: Session,
  employeeId: string,
): Promise<Parameters<typeof spendableOf>[1]> {
  const [found] = await rowsOf<Parameters<typeof spendableOf>[1]>(
    client,
    sql`SELECT e.tenant_id AS "tenantId", l.id, coalesce(l.available, 0)::float8 AS "availableLimit",
          coalesce(l.lot_available, 0)::float8 AS "lotAvailable"
        FROM employees e LEFT JOIN limit_accounts l ON l.tenant_id = e.tenant_id AND l.employee_id = e.id
        WHERE ${byId(session, 'e', employeeId)} AND ${visible(session, 'e')}`,
  );
  if (!found) throw recordMissing();
  return found;
}

async function mustSee(client: Queryable, session: Session, merchantId: string): Promise<void> {
  const seen = await rowsOf(
    client,
    sql`SELECT FROM merchants m WHERE ${byId(session, 'm', merchantId)} AND ${visibleMerchants(session, 'm')}`,
  );
  if (seen.length === 0) throw recordMissing();
}
