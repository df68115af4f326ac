import type { RiskSource, RiskSubject } from '@xyxlx/contracts/compliance-kinds';
import { join, raw, type Sql, sql } from '../../../platform/db/sql.ts';

/** Which of the records: those that came in within a span, those that happened within one, or all. */
export type Which =
  | { kind: 'came'; from: Date; to: Date }
  | { kind: 'happened'; from: Date; to: Date }
  | { kind: 'all' };

/** A table of records, in the columns that all sources have. */
interface Origin {
  from: (tenantId: string) => Sql;
  id: string;
  at: string;
  /** When it came in, where its id doesn't tell. */
  came?: string;
  /** What each subject is called in it; none: it is about no such subject. */
  subjects: Partial<Record<RiskSubject, string>>;
  columns: Partial<Record<(typeof columns)[number], string>>;
}

/** What is read of every record, and its type where there is none. */
const types = {
  amount: 'bigint',
  enterprise: 'bigint',
  personal: 'bigint',
  refunded: 'bigint',
  channel: 'text',
  category: 'text',
  mcc: 'text',
  city: 'text',
  payee: 'uuid',
  outcome: 'text',
  hired_on: 'date',
  left_on: 'date',
  activated_at: 'timestamptz',
  merchant_id: 'uuid',
  company_id: 'uuid',
} as const;
const columns = Object.keys(types) as (keyof typeof types)[];

const person = (tenantId: string, key: string) =>
  sql`LEFT JOIN employees e ON e.tenant_id = ${tenantId}::uuid AND e.id = ${raw(key)}`;
const ofPerson = { hired_on: 'e.hired_on', left_on: 'e.left_on' };
const unit = (alias: string) => ({ merchant_id: `${alias}.merchant_id`, company_id: `${alias}.company_id` });
const ofPayment = {
  amount: 'x.amount',
  enterprise: 'x.enterprise',
  personal: 'x.personal',
  refunded: 'x.refunded',
  channel: 'x.channel',
  category: 'x.category',
  mcc: 'x.mcc',
  city: 'x.city',
  payee: 'x.payee_merchant_id',
};
const atUnit = (alias: string) => ({ MERCHANT: `${alias}.merchant_id`, COMPANY: `${alias}.company_id` });

/** SQL of what the authorization `x` counts as, in fen: what was approved of it, or asked where nothing was. */
export const amountOfAuthorization = 'CASE WHEN x.approved > 0 THEN x.approved ELSE x.amount END';

/** Where the records of a source stand. What a card pays is asked of it as an authorization: its captures are no second payment. */
const origins: Record<RiskSource, readonly Origin[]> = {
  PAYMENT: [
    {
      from: (tenantId) => sql`consumption_records x ${person(tenantId, 'x.employee_id')}
        WHERE x.tenant_id = ${tenantId}::uuid AND x.type = 'CONSUME' AND x.funded_by = 'LIMIT'`,
      ...{ id: 'x.id', at: 'x.paid_at' },
      subjects: { EMPLOYEE: 'x.employee_id', PAYEE: 'x.payee_merchant_id', ...atUnit('x') },
      columns: {
        ...ofPayment,
        ...ofPerson,
        ...unit('x'),
        outcome: "CASE WHEN x.state = 'FAILED' THEN 'FAILED' ELSE 'PAID' END",
      },
    },
    {
      from: (
        tenantId,
      ) => sql`card_authorizations x JOIN cards k ON k.tenant_id = ${tenantId}::uuid AND k.id = x.card_id
        ${person(tenantId, 'k.employee_id')} WHERE x.tenant_id = ${tenantId}::uuid`,
      ...{ id: 'x.id', at: 'x.created_at' },
      subjects: {
        EMPLOYEE: 'k.employee_id',
        CARD: 'x.card_id',
        PAYEE: 'x.payee_merchant_id',
        ...atUnit('k'),
      },
      columns: {
        ...{ amount: amountOfAuthorization, enterprise: amountOfAuthorization },
        ...{ channel: "'CARD'", mcc: 'x.mcc', payee: 'x.payee_merchant_id', activated_at: 'k.activated_at' },
        ...ofPerson,
        ...unit('k'),
        outcome: "CASE WHEN x.approved > 0 THEN 'PAID' ELSE 'FAILED' END",
      },
    },
  ],
  REFUND: [
    {
      from: (tenantId) => sql`consumption_records x ${person(tenantId, 'x.employee_id')}
        WHERE x.tenant_id = ${tenantId}::uuid AND x.type = 'REFUND'`,
      ...{ id: 'x.id', at: 'x.paid_at' },
      subjects: {
        EMPLOYEE: 'x.employee_id',
        CARD: 'x.card_id',
        PAYEE: 'x.payee_merchant_id',
        OPERATOR: 'x.created_by_id',
        ...atUnit('x'),
      },
      columns: { ...ofPayment, ...ofPerson, ...unit('x') },
    },
  ],
  TOP_UP: [
    {
      from: (
        tenantId,
      ) => sql`top_ups x LEFT JOIN cards k ON k.tenant_id = ${tenantId}::uuid AND k.id = x.card_id
        ${person(tenantId, 'k.employee_id')} WHERE x.tenant_id = ${tenantId}::uuid AND x.state = 'SUCCESS'`,
      ...{ id: 'x.id', at: 'x.updated_at', came: 'x.updated_at' },
      subjects: {
        EMPLOYEE: 'k.employee_id',
        CARD: 'x.card_id',
        COMPANY: 'x.company_id',
        OPERATOR: 'x.created_by_id',
      },
      columns: {
        ...{ amount: 'x.amount', channel: 'x.channel', activated_at: 'k.activated_at' },
        ...ofPerson,
        ...{ merchant_id: 'k.merchant_id', company_id: 'x.company_id' },
      },
    },
  ],
  CARD_EVENT: [
    {
      from: (
        tenantId,
      ) => sql`card_events x JOIN cards k ON k.tenant_id = ${tenantId}::uuid AND k.id = x.card_id
        ${person(tenantId, 'k.employee_id')} WHERE x.tenant_id = ${tenantId}::uuid`,
      // A step of a card has no id of its own.
      ...{ id: "md5(x.card_id || '/' || x.seq)::uuid", at: 'x.created_at', came: 'x.created_at' },
      subjects: { EMPLOYEE: 'k.employee_id', CARD: 'x.card_id', OPERATOR: 'x.created_by_id', ...atUnit('k') },
      columns: { activated_at: 'k.activated_at', ...ofPerson, ...unit('k') },
    },
  ],
  ADJUSTMENT: [
    {
      from: (tenantId) =>
        sql`limit_adjustments x ${person(tenantId, 'x.employee_id')} WHERE x.tenant_id = ${tenantId}::uuid`,
      ...{ id: 'x.id', at: 'x.created_at' },
      subjects: { EMPLOYEE: 'x.employee_id', OPERATOR: 'x.created_by_id', ...atUnit('x') },
      columns: { amount: 'abs(x.delta)', ...ofPerson, ...unit('x') },
    },
  ],
};

/** Whether records of a source are about subjects of a kind. */
export function isAbout(source: RiskSource, subject: RiskSubject): boolean {
  return origins[source].some(({ subjects }) => subjects[subject] !== undefined);
}

/** SELECT of the records of sources about subjects of a kind: subject_id, source, id, at, and what `types` has. */
export function recordsOf(
  tenantId: string,
  sources: readonly RiskSource[],
  subject: RiskSubject,
  which: Which,
): Sql {
  const arms = sources.flatMap((source) =>
    origins[source].flatMap((origin) => {
      const subjectId = origin.subjects[subject];
      return subjectId === undefined ? [] : [armOf(tenantId, source, origin, subjectId, which)];
    }),
  );
  return join(arms, ' UNION ALL ');
}

function armOf(tenantId: string, source: RiskSource, origin: Origin, subjectId: string, which: Which): Sql {
  const read = columns.map((name) => {
    const value = origin.columns[name] ?? fallbackOf(name);
    return raw(`${value} AS ${name}`);
  });
  return sql`SELECT ${raw(subjectId)} AS subject_id, ${raw(`'${source}'::text`)} AS source, ${raw(origin.id)} AS id, ${raw(origin.at)} AS at,
    ${join(read, ', ')} FROM ${origin.from(tenantId)} AND ${raw(subjectId)} IS NOT NULL AND ${within(origin, which)}`;
}

function fallbackOf(name: (typeof columns)[number]): string {
  if (name === 'outcome') return "'PAID'::text";
  return types[name] === 'bigint' ? '0::bigint' : `NULL::${types[name]}`;
}

function within({ id, at, came }: Origin, which: Which): Sql {
  if (which.kind === 'all') return sql`TRUE`;
  const { from, to } = which;
  const bounds = (column: string) => sql`${raw(column)} > ${from} AND ${raw(column)} <= ${to}`;
  if (which.kind === 'happened') return bounds(at);
  if (came) return bounds(came);
  return sql`${raw(id)} >= ${idAfter(from)}::uuid AND ${raw(id)} < ${idAfter(to)}::uuid`;
}

/** The least id that is made after the millisecond of an instant: ids begin with when the database made them. */
function idAfter(instant: Date): string {
  const millis = (instant.getTime() + 1).toString(16).padStart(12, '0');
  return `${millis.slice(0, 8)}-${millis.slice(8)}-0000-0000-000000000000`;
}
