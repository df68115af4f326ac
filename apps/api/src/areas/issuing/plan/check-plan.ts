import type { PlanDefinition } from '@xyxlx/contracts/issue-plan';
import type { Merchant } from '@xyxlx/database/client/client';
import { FieldRefusal } from '../../../core/errors.ts';
import { rowsOf, sql } from '../../../platform/db/sql.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import { refuseUnusable } from '../make-batch.ts';
import { refuseOthers } from '../target.ts';

/** Throws 406 for what no plan of the merchant may say: an end in the past, a festival that no calendar knows, records of others. */
export async function checkPlan(
  tx: Transaction,
  merchant: Merchant,
  { schedule, validTo, target, institutionId }: PlanDefinition,
  today: string,
): Promise<void> {
  if (validTo !== null && validTo < today) {
    throw new FieldRefusal('validTo', { zh: '有效期已过', en: 'It ends in the past' });
  }
  await refuseUnusable(tx, merchant, institutionId ?? null);
  if (schedule.type === 'FESTIVAL') {
    const named = schedule.festivals.flatMap((festival) => (festival.by === 'CALENDAR' ? festival.name : []));
    await refuseUnknown(tx, merchant.tenantId, named);
  }
  await refuseOthers(tx, { tenantId: merchant.tenantId, merchantId: merchant.id }, target);
}

async function refuseUnknown(tx: Transaction, tenantId: string, named: readonly string[]): Promise<void> {
  if (named.length === 0) return;
  const known = await rowsOf<{ name: string }>(
    tx,
    sql`SELECT DISTINCT name FROM (SELECT name FROM work_days WHERE tenant_id = ${tenantId}::uuid AND kind = 'OFF'
        UNION ALL SELECT name FROM national_days WHERE kind = 'OFF') d WHERE name = ANY(${[...named]}::text[])`,
  );
  const missing = named.find((name) => !known.some((one) => one.name === name));
  if (missing === undefined) return;
  throw new FieldRefusal('schedule', {
    zh: `节日不在日历：${missing}`,
    en: `The work calendar has no festival ${missing}`,
  });
}
