import { riskExpression } from '@xyxlx/contracts/compliance-expression';
import type { RiskSubject } from '@xyxlx/contracts/compliance-kinds';
import type {
  Attachment,
  RiskCase,
  RiskHit,
  RiskReport,
  RiskRuleVersion,
} from '@xyxlx/database/client/client';
import type { Database } from '../../../platform/db/database.ts';
import { masked, rowsOf, sql } from '../../../platform/db/sql.ts';
import { foundEvents, isFound } from '../cases/found-events.sql.ts';
import { newestMovements } from '../cases/subject-payments.sql.ts';

/** A payment of the subject, what came back to it, or what was only asked of its card, in fen; `state` of a record or of an authorization. */
interface Payment {
  type: string;
  paymentNo: string;
  paidAt: Date;
  state: string;
  amount: number;
  enterprise: number;
  personal: number;
  channel: string;
  payee: string;
  isHit: boolean;
}

/** Who a case is about, by name. */
interface Person {
  no: string;
  name: string;
  mobile: string;
  merchant: string;
  company: string;
  since: string;
  until: string;
}

interface Note {
  seq: number;
  at: Date;
  actor: string;
  action: string;
  text: string;
}

/** A hit with what its version says. */
type DossierHit = RiskHit & { version: Pick<RiskRuleVersion, 'expression'> };

/** All that a report is written from, as it is at that moment. */
export interface Dossier {
  report: RiskReport & { corrects: string | null; approvedBy: string };
  case: RiskCase & { rule: string };
  hits: DossierHit[];
  payments: Payment[];
  subjects: Person[];
  notes: Note[];
  attachments: Pick<Attachment, 'tenantId' | 'id' | 'fileName' | 'sha256' | 'size'>[];
}

/** So long before the first hit payments are of interest, in ms; and so many of them at most, the newest. */
const before = 31 * 86_400_000;
const mostPayments = 10_000;

/** Reads what a report in writing is made of. */
export async function readDossier(
  { prisma, pool }: Database,
  tenantId: string,
  id: string,
): Promise<Dossier> {
  const {
    corrects,
    approval,
    case: row,
    ...report
  } = await prisma.riskReport.findUniqueOrThrow({
    where: { tenantId_id: { tenantId, id } },
    include: { corrects: true, approval: true, case: { include: { rule: true } } },
  });
  const { rule, ...ofCase } = row;
  const hits = await prisma.riskHit.findMany({
    where: { tenantId, id: { in: report.hitIds } },
    orderBy: [{ at: 'asc' }, { id: 'asc' }],
    include: { version: { select: { expression: true } } },
  });
  const attachments = await prisma.attachment.findMany({
    where: { tenantId, subjectType: 'riskCase', subjectId: row.id },
    orderBy: [{ place: 'asc' }, { id: 'asc' }],
    select: { tenantId: true, id: true, fileName: true, sha256: true, size: true },
  });
  const notes = await rowsOf<Note>(
    pool,
    sql`SELECT v.seq, v.at, v.actor, v.action, v.note AS text FROM risk_case_events v
        WHERE v.tenant_id = ${tenantId}::uuid AND v.case_id = ${row.id}::uuid AND v.action IN ('NOTE', 'SUSPECT') ORDER BY v.seq`,
  );
  return {
    report: { ...report, corrects: corrects?.reportNo ?? null, approvedBy: approval?.checkerName ?? '' },
    case: { ...ofCase, rule: `${rule.code} ${rule.name}` },
    ...{ hits, notes, attachments },
    payments: await paymentsOf(pool, ofCase, hits),
    subjects: await subjectsOf(pool, ofCase),
  };
}

async function paymentsOf(
  pool: Database['pool'],
  { tenantId, subjectType: type, subjectId: id }: RiskCase,
  hits: readonly DossierHit[],
): Promise<Payment[]> {
  const [first, last] = [hits[0], hits.at(-1)];
  if (!first || !last) return [];
  const span = { after: new Date(first.at.getTime() - before), until: last.at };
  const subject = { type: type as RiskSubject, id };
  const events = await foundEvents(
    pool,
    tenantId,
    subject,
    hits.map(({ version, ...hit }) => ({ ...hit, expression: riskExpression.parse(version.expression) })),
  );
  return rowsOf(
    pool,
    sql`SELECT p.type, p.payment_no AS "paymentNo", p.paid_at AS "paidAt", p.state, p.amount::float8 AS amount, p.enterprise::float8 AS enterprise,
          p.personal::float8 AS personal, p.channel, y.name AS payee, ${isFound(events)} AS "isHit"
        FROM ${newestMovements(tenantId, subject, span, mostPayments)} p
        JOIN merchants y ON y.tenant_id = p.tenant_id AND y.id = p.payee_merchant_id ORDER BY p.paid_at, p.id`,
  );
}

/** The subject, and whose card it is. */
async function subjectsOf(
  pool: Database['pool'],
  { tenantId, subjectType, subjectId }: RiskCase,
): Promise<Person[]> {
  const tenant = sql`${tenantId}::uuid`;
  const subject = sql`${subjectId}::uuid`;
  const unit = sql`LEFT JOIN companies o ON o.tenant_id = ${tenant} AND o.id = m.company_id`;
  const noPerson = sql`'' AS mobile`;
  const noDays = sql`'' AS since, '' AS until`;
  const employee = (id: typeof subject) =>
    sql`SELECT e.employee_no AS no, e.name, ${masked('e.mobile')} AS mobile, m.name AS merchant, coalesce(o.name, '') AS company,
          e.hired_on::text AS since, coalesce(e.left_on::text, '') AS until
        FROM employees e JOIN merchants m ON m.tenant_id = ${tenant} AND m.id = e.merchant_id ${unit}
        WHERE e.tenant_id = ${tenant} AND e.id = ${id}`;
  if (subjectType === 'EMPLOYEE') return rowsOf(pool, employee(subject));
  if (subjectType === 'CARD') {
    const card = sql`SELECT k.card_no AS no, '**** ' || k.last_four AS name, ${noPerson}, m.name AS merchant, coalesce(o.name, '') AS company,
        coalesce((k.activated_at AT TIME ZONE 'Asia/Shanghai')::date::text, '') AS since, '' AS until
      FROM cards k JOIN merchants m ON m.tenant_id = ${tenant} AND m.id = k.merchant_id ${unit}
      WHERE k.tenant_id = ${tenant} AND k.id = ${subject}`;
    const holder = sql`(SELECT k.employee_id FROM cards k WHERE k.tenant_id = ${tenant} AND k.id = ${subject})`;
    return [...(await rowsOf<Person>(pool, card)), ...(await rowsOf<Person>(pool, employee(holder)))];
  }
  if (subjectType === 'COMPANY') {
    return rowsOf(
      pool,
      sql`SELECT coalesce(o.credit_code, '') AS no, o.name, ${noPerson}, '' AS merchant, o.name AS company, ${noDays}
          FROM companies o WHERE o.tenant_id = ${tenant} AND o.id = ${subject}`,
    );
  }
  if (subjectType === 'OPERATOR') {
    return rowsOf(
      pool,
      sql`SELECT '' AS no, u.name, ${masked('u.mobile')} AS mobile, '' AS merchant, '' AS company, ${noDays} FROM users u WHERE u.id = ${subject}`,
    );
  }
  return rowsOf(
    pool,
    sql`SELECT m.merchant_no AS no, m.name, ${noPerson}, m.name AS merchant, coalesce(o.name, '') AS company, ${noDays}
        FROM merchants m ${unit} WHERE m.tenant_id = ${tenant} AND m.id = ${subject}`,
  );
}
