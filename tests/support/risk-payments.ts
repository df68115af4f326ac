import type { RiskExpression } from '@xyxlx/contracts/compliance-expression';
import type { Prisma } from '@xyxlx/database/client/client';
import { tenantId as tenantIdOf } from '@xyxlx/database/seed/tenants';
import { sourcesOf } from '../../apps/api/src/areas/compliance/engine/filters-of.ts';
import { judge } from '../../apps/api/src/areas/compliance/engine/judge.ts';
import { readRecords } from '../../apps/api/src/areas/compliance/engine/read-records.ts';
import { type FoundRow, searchFor } from '../../apps/api/src/areas/compliance/engine/search.sql.ts';
import { heard } from '../../apps/api/src/areas/compliance/engine/silence.ts';
import { rowsOf } from '../../apps/api/src/platform/db/sql.ts';
import type { TestApi } from './test-api.ts';

export const tenantId = tenantIdOf('A');

/** A payment or refund as a test has one; amounts in fen, one yuan where nothing is said. */
export interface Told {
  at: string | Date;
  amount?: number;
  type?: 'CONSUME' | 'REFUND';
  state?: 'SUCCESS' | 'FAILED' | 'REFUNDED';
  refunded?: number;
  payee?: number;
  category?: 'MEAL' | 'TRAVEL';
  channel?: 'ALIPAY' | 'WECHAT';
  mcc?: string;
  city?: string;
  /** When it came in by the database's clock; left out: now. */
  came?: Date;
}

/** Somebody of the seeded tenant A who has done nothing yet, and merchants that they can pay at. */
export interface Payer {
  id: string;
  merchantId: string;
  companyId: string;
  payees: string[];
  /** A payment of somebody else, which their refunds name: of their own no refund has to be one. */
  givenBack: string;
}

let made = 0;

/** Makes such a person, of the first merchant or of one of another company. */
export async function riskPayer(
  api: TestApi,
  hiredOn: string,
  leftOn: string | null = null,
  companyId?: string,
): Promise<Payer> {
  const { prisma } = api.deps.database;
  const merchants = await prisma.merchant.findMany({
    where: { tenantId, state: 'ACTIVE', companyId: { not: null } },
    orderBy: { id: 'asc' },
    take: 4,
    select: { id: true, companyId: true },
  });
  const merchant = companyId
    ? await prisma.merchant.findFirstOrThrow({ where: { tenantId, state: 'ACTIVE', companyId } })
    : merchants[0];
  if (!merchant) throw new Error('The seeds have merchants');
  const paid = { tenantId, type: 'CONSUME', state: 'SUCCESS' } as const;
  const { id: givenBack } = await prisma.consumptionRecord.findFirstOrThrow({
    where: paid,
    select: { id: true },
  });
  made += 1;
  const no = `RISK${String(made).padStart(5, '0')}`;
  const { id } = await prisma.employee.create({
    data: {
      ...{
        tenantId,
        merchantId: merchant.id,
        employeeNo: no,
        name: no,
        mobile: `139${String(made).padStart(8, '0')}`,
      },
      ...{ state: 'ACTIVE', hiredOn: new Date(hiredOn), leftOn: leftOn && new Date(leftOn) },
    },
  });
  return {
    id,
    merchantId: merchant.id,
    companyId: merchant.companyId as string,
    payees: merchants.map((one) => one.id),
    givenBack,
  };
}

/** Writes what somebody paid and had back straight into the records; their ids, in the order given. */
export async function paidThen(api: TestApi, payer: Payer, told: readonly Told[]): Promise<string[]> {
  const rows = told.map((one): Prisma.ConsumptionRecordCreateManyInput => {
    const {
      amount = 100,
      type = 'CONSUME',
      refunded = 0,
      payee = 0,
      category = 'MEAL',
      channel = 'ALIPAY',
    } = one;
    const state = one.state ?? (refunded > 0 ? 'PARTLY_REFUNDED' : 'SUCCESS');
    return {
      ...(one.came && { id: idOf(one.came) }),
      ...{ tenantId, merchantId: payer.merchantId, companyId: payer.companyId, employeeId: payer.id },
      ...{
        payeeMerchantId: payer.payees[payee] as string,
        mcc: one.mcc ?? '5812',
        city: one.city ?? '310000',
      },
      ...{ paymentNo: crypto.randomUUID(), type, state, amount, enterprise: amount, personal: 0, refunded },
      ...(type === 'REFUND' && { relatedId: payer.givenBack }),
      ...{ category, channel, paidAt: new Date(one.at), failure: state === 'FAILED' ? '额度不足' : null },
    };
  });
  const { prisma } = api.deps.database;
  const written = await prisma.consumptionRecord.createManyAndReturn({ data: rows, select: { id: true } });
  return written.map(({ id }) => id);
}

/** An id that the database would have made then. */
function idOf(instant: Date): string {
  const millis = instant.getTime().toString(16).padStart(12, '0');
  return `${millis.slice(0, 8)}-${millis.slice(8)}-7${crypto.randomUUID().slice(15)}`;
}

/** What an expression finds of a subject in a span, by SQL and by the pure function, as the keys of what is heard. */
export async function foundByBoth(
  api: TestApi,
  expression: RiskExpression,
  subjectId: string,
  span: { from: Date; to: Date },
): Promise<{ sql: object[]; online: object[] }> {
  const { pool } = api.deps.database;
  const rows = await rowsOf<FoundRow>(pool, searchFor(expression, tenantId, { kind: 'happened', ...span }));
  const own = rows
    .filter((row) => row.subjectId === subjectId)
    .map((row) => ({ ...row, at: row.at.getTime() }));
  const whose = { tenantId, subject: expression.subject, subjectId, sources: sourcesOf(expression) };
  const records = await readRecords(pool, whose, new Date('1970-01-01'), 100_000);
  const events = records
    .filter(({ at }) => at > span.from.getTime() && at <= span.to.getTime())
    .sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
  const judged = events.flatMap((event) => {
    const found = judge(expression, event, records);
    return found ? [{ subjectId, eventId: event.id, at: event.at, ...found }] : [];
  });
  const keyed = ({
    eventId,
    at,
    amount,
    facts,
  }: Omit<(typeof judged)[number], 'subjectId' | 'eventId'> & { eventId: string | null }) => ({
    ...{ eventId, at, amount, facts },
  });
  return {
    sql: heard(expression, own, new Map()).map(keyed),
    online: heard(expression, judged, new Map()).map(keyed),
  };
}
