import type { ActForecast, ActsForecast, approval as contract } from '@xyxlx/contracts/approval';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import type { Deps } from '../../core/deps.ts';
import { recordMissing } from '../../core/errors.ts';
import { permit } from '../../core/permit.ts';
import type { Session } from '../../core/session.ts';
import { decidersOf, decidersOfEach } from '../../platform/approval/deciders.ts';
import { dayOf } from '../../platform/approval/maker-day.ts';
import type { ApprovalSubject } from '../../platform/approval/subject.ts';
import { type Queryable, rowsOf, sql } from '../../platform/db/sql.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { companyBehind, fundFree } from '../../platform/fund/fund.ts';
import { byId, visibleCompanies, visibleMerchants } from '../../platform/records/scope.ts';

/** What the caller hears before an act: the fund, and who will have to agree. Only the act itself decides. */
export async function forecastAct({
  input: { subjectType, merchantId, accountId, amount, count },
  session,
  deps: { database, clock, registry },
}: Call<z.output<typeof contract.forecastAct.input>, Session>): Promise<ActForecast> {
  const subject = kindOfAct(registry, session, subjectType);
  const account = accountId ? await accountOf(database.pool, session, accountId) : null;
  const tenantId = account?.tenantId ?? (await tenantOf(database.pool, session, merchantId));
  const { userId } = session;
  const [day, fundBalance] = await Promise.all([
    dayOf(database.pool, subject, { tenantId, makerId: userId, now: clock.businessNow() }),
    account?.free ?? (merchantId ? fundBehind(database.pool, tenantId, merchantId) : null),
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
        companyId: account?.companyId ?? null,
        merchantId: account ? null : (merchantId ?? null),
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

/**
 * The same of acts on records that say themselves what would move. Of several tenants the day and the threshold are those of the
 * first; there is one fund to tell where all are of one merchant.
 */
export async function forecastActs(
  call: Call<z.output<typeof contract.forecastActs.input>, Session>,
): Promise<ActsForecast> {
  const {
    input: { subjectType, ids },
    session,
    now,
    deps: { database, registry },
  } = call;
  const subject = kindOfAct(registry, session, subjectType);
  const { dryRun } = subject;
  if (!dryRun) throw recordMissing();
  const { userId } = session;
  const { acts, refused } = await inTransaction(database, (tx) => dryRun(tx, call, ids));
  const waiting = acts.filter(({ waits }) => waits);
  const [first, ...others] = acts;
  const merchant = others.every(({ merchantId }) => merchantId === first?.merchantId) ? first : undefined;
  const tenantId = first?.tenantId ?? session.tenantId;
  const [day, fundBalance, deciders] = await Promise.all([
    dayOf(database.pool, subject, { tenantId, makerId: userId, now }),
    merchant ? fundBehind(database.pool, tenantId, merchant.merchantId) : null,
    decidersOfEach(
      database.pool,
      subject.permission,
      waiting.map((act) => ({ ...act, companyId: null, makerIds: [userId] })),
    ),
  ]);
  const anyOf = new Map(deciders.flat().map((person) => [person.id, person]));
  return {
    threshold: day.threshold,
    dayAmount: day.amount,
    dayCount: day.count,
    waits: waiting.length > 0,
    fundBalance,
    mayDecide: [...anyOf.values()].slice(0, 20),
    amount: sum(acts.map(({ amount }) => amount)),
    count: sum(acts.map(({ count }) => count)),
    fundDelta: sum(acts.map(({ fundDelta }) => fundDelta)),
    waiting: waiting.length,
    refused,
  };
}

/** A fund's account that the caller sees, and what of it is free, in fen. */
async function accountOf(
  client: Queryable,
  session: Session,
  id: string,
): Promise<{ tenantId: string; companyId: string; free: number }> {
  const [account] = await rowsOf<{ tenantId: string; companyId: string; free: number }>(
    client,
    sql`SELECT f.tenant_id AS "tenantId", f.company_id AS "companyId", (f.balance - f.frozen)::float8 AS free FROM fund_accounts f
        WHERE ${byId(session, 'f', id)} AND ${visibleCompanies(session, 'f')}`,
  );
  if (!account) throw recordMissing();
  return account;
}

/** What the company behind a merchant may spend at this moment, in fen. */
async function fundBehind(client: Queryable, tenantId: string, merchantId: string): Promise<number> {
  return fundFree(client, await companyBehind(client, tenantId, merchantId));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}

/** The kind of act, which the caller may do. */
function kindOfAct(registry: Deps['registry'], session: Session, subjectType: string): ApprovalSubject {
  const subject = registry.approvals.get(subjectType);
  if (!subject?.threshold || !subject.madeWith) throw recordMissing();
  permit(session, subject.madeWith);
  return subject;
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
