import type { RiskSource, RiskSubject } from '@xyxlx/contracts/compliance-kinds';
import { type Queryable, rowsOf, type Sql, sql } from '../../../platform/db/sql.ts';
import type { RiskRecord } from './record.ts';
import { recordsOf } from './records.sql.ts';

/** The most records of a subject that a payment reads, and how far back, in milliseconds. */
export const onlineMost = 200;
export const onlineReach = 31 * 86_400_000;

/** SQL of a record, `r`, as `RiskRecord` has one. */
const asRecord: Sql = sql`json_build_object('source', r.source, 'id', r.id, 'at', floor(extract(epoch FROM r.at) * 1000),
  'amount', r.amount, 'enterprise', r.enterprise, 'personal', r.personal, 'refunded', r.refunded, 'channel', r.channel, 'category', r.category,
  'mcc', r.mcc, 'city', r.city, 'payee', r.payee, 'outcome', r.outcome, 'hiredOn', r.hired_on, 'leftOn', r.left_on,
  'activatedAt', floor(extract(epoch FROM r.activated_at) * 1000))`;

/** Whose records, of which sources. */
export interface OfSubject {
  tenantId: string;
  subject: RiskSubject;
  subjectId: string;
  sources: readonly RiskSource[];
}

/** SQL of the newest records of a subject, the newest first, as JSON: at most so many, of what happened after an instant. */
export function newestRecords(
  { tenantId, subject, subjectId, sources }: OfSubject,
  since: Date,
  most: number,
): Sql {
  return sql`SELECT ${asRecord} AS record FROM (${recordsOf(tenantId, sources, subject, { kind: 'all' })}) r
    WHERE r.subject_id = ${subjectId}::uuid AND r.at > ${since} ORDER BY r.at DESC, r.id DESC LIMIT ${most}`;
}

/** Those records. */
export async function readRecords(
  client: Queryable,
  whose: OfSubject,
  since: Date,
  most = onlineMost,
): Promise<RiskRecord[]> {
  const rows = await rowsOf<{ record: RiskRecord }>(client, newestRecords(whose, since, most));
  return rows.map(({ record }) => record);
}
