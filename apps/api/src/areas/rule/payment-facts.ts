import type { ConsumptionRecord } from '@xyxlx/database/client/client';
import { recordMissing } from '../../core/errors.ts';
import { type Queryable, rowsOf, sql } from '../../platform/db/sql.ts';
import { dayBefore, shanghaiDay, shanghaiTime } from '../../platform/time/shanghai.ts';
import { type CalendarDay, dayFacts } from './judge/day-facts.ts';
import type { Facts, PayerFacts } from './judge/facts.ts';
import { payerWithin } from './payer.sql.ts';
import { calendarDay } from './work-calendar.ts';

/** A payment as a channel or a trial tells of it; amounts in fen. */
interface PaymentToJudge {
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
  today: CalendarDay | null;
  yesterday: CalendarDay | null;
}

/** All that a rule can ask of the payment, in one statement; throws 406 where the employee or the payee is not the tenant's. */
export async function paymentFacts(
  client: Queryable,
  payment: PaymentToJudge,
  spendable: Pick<Facts, 'spendable' | 'spendableUnder'>,
): Promise<Facts> {
  const { tenantId, employeeId, amount, personalAmount, category, channel, mcc, city, at } = payment;
  const { payeeMerchantId = null, storeId = null } = payment;
  const tenant = sql`${tenantId}::uuid`;
  const today = shanghaiDay(at);
  const yesterday = dayBefore(today, 1);
  const [known] = await rowsOf<Known>(
    client,
    sql`
    WITH RECURSIVE ${payerWithin(tenant, sql`${employeeId}::uuid`)}
    SELECT json_build_object('employeeId', payer.id, 'merchantId', payer.merchant_id, 'labels', payer.labels, 'grade', payer.grade,
        'companyIds', (SELECT coalesce(json_agg(id), '[]') FROM company),
        'departmentIds', (SELECT coalesce(json_agg(id), '[]') FROM department)) AS payer,
      json_build_object('payeeMerchantId', m.id, 'brandId', m.brand_id, 'mcc', m.mcc, 'city', coalesce(s.city, m.city)) AS payee,
      ${calendarDay(tenantId, today)} AS today, ${calendarDay(tenantId, yesterday)} AS yesterday
    FROM payer
    JOIN merchants m ON m.tenant_id = ${tenant} AND m.id = coalesce(${payeeMerchantId}::uuid, payer.merchant_id)
    LEFT JOIN stores s ON s.tenant_id = ${tenant} AND s.id = ${storeId}::uuid`,
  );
  if (!known) throw recordMissing();
  const time = shanghaiTime(at);
  return {
    payer: known.payer,
    ...known.payee,
    ...(mcc && { mcc }),
    ...(city && { city }),
    amount,
    personalAmount,
    category,
    channel,
    minute: Number(time.slice(11, 13)) * 60 + Number(time.slice(14, 16)),
    today: dayFacts(today, known.today),
    yesterday: dayFacts(yesterday, known.yesterday),
    ...spendable,
  };
}
