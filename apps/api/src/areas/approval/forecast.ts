import type { ActForecast, approval as contract } from '@xyxlx/contracts/approval';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import { recordMissing } from '../../core/errors.ts';
import { permit } from '../../core/permit.ts';
import type { Session } from '../../core/session.ts';
import { decidersOf } from '../../platform/approval/deciders.ts';
import { dayOf } from '../../platform/approval/maker-day.ts';
import { type Queryable, rowsOf, sql } from '../../platform/db/sql.ts';
import { fundFree } from '../../platform/money/fund.ts';
import { byId, visibleMerchants } from '../../platform/records/scope.ts';

/** What the caller hears before an act: the fund, and who will have to agree. Only the act itself decides. */
export async function forecastAct({
  input: { subjectType, merchantId, amount, count },
  session,
  deps: { database, clock, registry },
}: Call<z.output<typeof contract.forecastAct.input>, Session>): Promise<ActForecast> {
  const subject = registry.approvals.get(subjectType);
  if (!subject?.threshold || !subject.madeWith) throw recordMissing();
  permit(session, subject.madeWith);
  const tenantId = await tenantOf(database.pool, session, merchantId);
  const { userId } = session;
  const [day, fundBalance] = await Promise.all([
    dayOf(database.pool, subject, { tenantId, makerId: userId, now: clock.businessNow() }),
    merchantId ? fundFree(database.pool, tenantId, merchantId) : null,
  ]);
  const { threshold } = day;
  const waits =
    amount > threshold.amount ||
    day.amount + amount > threshold.dayAmount ||
    (threshold.count !== null && count > threshold.count) ||
    (threshold.dayCount !== null && day.count + count > threshold.dayCount);
  const deciders = waits
    ? await decidersOf(database.pool, subject.permission, {
        tenantId,
        companyId: null,
        merchantId: merchantId ?? null,
        amount,
        makerIds: [userId],
      })
    : [];
  return {
    threshold,
    dayAmount: day.amount,
    dayCount: day.count,
    waits,
    fundBalance,
    mayDecide: deciders.slice(0, 20),
  };
}

/** The tenant of the merchant; without one, the caller's own. */
async function tenantOf(
  client: Queryable,
  session: Session,
  merchantId: string | undefined,
): Promise<string> {
  if (!merchantId) return session.tenantId;
  const [merchant] = await rowsOf<{ tenantId: string }>(
    client,
    sql`SELECT m.tenant_id AS "tenantId" FROM merchants m
        WHERE ${byId(session, 'm', merchantId)} AND ${visibleMerchants(session, 'm')}`,
  );
  if (!merchant) throw recordMissing();
  return merchant.tenantId;
}
