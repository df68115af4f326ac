import type { ConsumptionRecord } from '@xyxlx/database/client/client';
import { recordMissing } from '../../core/errors.ts';
import { type Queryable, rowsOf, sql } from '../../platform/db/sql.ts';
import { dayBefore, shanghaiDay, shanghaiTime } from '../../platform/time/shanghai.ts';
import type { DayFacts, Facts, PayerFacts } from './judge/facts.ts';
import { calendarDays } from './work-calendar.ts';

/** A payment as a channel or a trial tells of it; amounts in fen. */
export interface PaymentToJudge {
  tenantId: string;
  employeeId: string;
  amount: number;
  personalAmount: number;
  category: ConsumptionRecord['category'];
  channel: ConsumptionRecord['channel'];
  /** Who is paid; left out: the employee's own merchant. */
  payeeMerchantId?: string | undefined;
  /** Where; its city comes before the payee's. */
  storeId?: string | undefined;
  /** What the channel says in place of what the payee's record says. */
  mcc?: string | undefined;
  city?: string | undefined;
  at: Date;
}

interface Known {
  payer: PayerFacts;
  payee: Pick<Facts, 'payeeMerchantId' | 'brandId' | 'mcc' | 'city'>;
}

/** All that a rule can ask of the payment; throws 406 where the employee or the payee is not the tenant's. */
export async function paymentFacts(
  client: Queryable,
  payment: PaymentToJudge,
  spendable: number,
): Promise<Facts> {
  const { tenantId, amount, personalAmount, category, channel, mcc, city, at } = payment;
  const today = shanghaiDay(at);
  const yesterday = dayBefore(today, 1);
  const { payer, payee } = await whoAndWhere(client, payment);
  const days = await calendarDays(client, tenantId, [today, yesterday]);
  const time = shanghaiTime(at);
  return {
    payer,
    ...payee,
    ...(mcc && { mcc }),
    ...(city && { city }),
    amount,
    personalAmount,
    category,
    channel,
    minute: Number(time.slice(11, 13)) * 60 + Number(time.slice(14, 16)),
    today: days.get(today) as DayFacts,
    yesterday: days.get(yesterday) as DayFacts,
    spendable,
  };
}

async function whoAndWhere(
  client: Queryable,
  { tenantId, employeeId, payeeMerchantId, storeId }: PaymentToJudge,
): Promise<Known> {
  const [known] = await rowsOf<Known>(
    client,
    sql`
    WITH RECURSIVE payer AS (
      SELECT e.id, e.merchant_id, e.department_id, e.labels, e.grade, m.company_id
      FROM employees e JOIN merchants m ON m.tenant_id = e.tenant_id AND m.id = e.merchant_id
      WHERE e.tenant_id = ${tenantId}::uuid AND e.id = ${employeeId}::uuid),
    company AS (
      SELECT c.id, c.parent_id FROM payer JOIN companies c ON c.tenant_id = ${tenantId}::uuid AND c.id = payer.company_id
      UNION ALL SELECT c.id, c.parent_id FROM company JOIN companies c ON c.tenant_id = ${tenantId}::uuid AND c.id = company.parent_id),
    department AS (
      SELECT d.id, d.parent_id FROM payer JOIN departments d ON d.tenant_id = ${tenantId}::uuid AND d.id = payer.department_id
      UNION ALL SELECT d.id, d.parent_id FROM department JOIN departments d ON d.tenant_id = ${tenantId}::uuid AND d.id = department.parent_id)
    SELECT json_build_object('employeeId', payer.id, 'merchantId', payer.merchant_id, 'labels', payer.labels, 'grade', payer.grade,
        'companyIds', (SELECT coalesce(json_agg(id), '[]') FROM company),
        'departmentIds', (SELECT coalesce(json_agg(id), '[]') FROM department)) AS payer,
      json_build_object('payeeMerchantId', m.id, 'brandId', m.brand_id, 'mcc', m.mcc, 'city', coalesce(s.city, m.city)) AS payee
    FROM payer
    JOIN merchants m ON m.tenant_id = ${tenantId}::uuid AND m.id = coalesce(${payeeMerchantId ?? null}::uuid, payer.merchant_id)
    LEFT JOIN stores s ON s.tenant_id = ${tenantId}::uuid AND s.id = ${storeId ?? null}::uuid`,
  );
  if (!known) throw recordMissing();
  return known;
}
