import type { Prisma } from '../client/client.ts';
import { demoPerson, tenantId, userId } from './tenants.ts';

/** What the e-mail about an issued invoice says. */
export type IssuedWords = (invoice: {
  applicationNo: string;
  title: string;
  taxNo: string | null;
  amount: bigint;
  invoiceNo: string;
  at: Date;
}) => { title: string; text: string };

/** Under what an invoice, and a day of them, needs no second person, in fen. */
const withoutChecker = { one: 5_000_000, day: 20_000_000 };

/** Who issues and reverses in tenant B. */
const finance = { id: userId('13800000004'), name: '租户管理员' };

/**
 * The applications that the invoiced payments and some card orders stand on, one of an employee's payments a month, those that came to nothing,
 * and the e-mails about them.
 */
export async function seedInvoices(tx: Prisma.TransactionClient, issuedWords: IssuedWords): Promise<void> {
  await tellOfPayments(tx);
  await tellOfOrders(tx);
  await writeApplications(tx);
  await writeActs(tx);
  await writeMails(tx, issuedWords);
  await tx.$executeRaw`ANALYZE invoice_applications, invoice_lines, mails`;
}

/** `mail` is how the e-mail went where it didn't go at once. */
async function tellOfPayments(tx: Prisma.TransactionClient): Promise<void> {
  await tx.$executeRaw`
    CREATE TEMP TABLE seed_invoices ON COMMIT DROP AS
    WITH payments AS (
      SELECT c.id, c.tenant_id, c.merchant_id, c.employee_id, c.amount, c.paid_at, c.invoice_state, right(c.payment_no, 10)::bigint AS of
      FROM consumption_records c
      WHERE c.type = 'CONSUME' AND c.state = 'SUCCESS' AND c.payment_no ~ '^P[0-9]{18}$' AND c.invoice_state <> 'NOT_INVOICEABLE'
        AND NOT EXISTS (SELECT FROM seed_story_people p WHERE p.id = c.employee_id)),
    asked AS (
      SELECT invoice_state AS state, tenant_id, merchant_id, employee_id, array_agg(id ORDER BY paid_at, id) AS payments, sum(amount)::bigint AS amount,
        max(paid_at) AS paid_at, min(of) AS of
      FROM payments WHERE invoice_state IN ('ISSUED', 'ISSUING')
      GROUP BY tenant_id, merchant_id, employee_id, invoice_state, to_char(paid_at AT TIME ZONE 'Asia/Shanghai', 'YYYYMM')
      UNION ALL
      SELECT CASE WHEN k <= 4 THEN 'DRAFT' WHEN k <= 14 THEN 'FAILED' ELSE 'REVERSED' END, tenant_id, merchant_id, employee_id, ARRAY[id], amount, paid_at, of
      FROM (SELECT p.*, row_number() OVER (PARTITION BY tenant_id ORDER BY pg_temp.rnd(of, 94), of) AS k
        FROM payments p CROSS JOIN seed_time t
        WHERE p.invoice_state = 'NONE' AND p.paid_at BETWEEN t.midnight - interval '40 days' AND t.midnight - interval '6 days') none
      WHERE k <= 22),
    dated AS (
      SELECT a.*, t.now, t.midnight,
        date_trunc('milliseconds', paid_at + (0.05 + 0.45 * pg_temp.rnd(of, 95)) * (least(paid_at + interval '10 hours', t.now) - paid_at)) AS asked_at
      FROM asked a CROSS JOIN seed_time t),
    ranked AS (
      SELECT *, asked_at <= now - interval '5 hours' AS is_open, asked_at <= midnight - interval '3 days' AS is_old,
        row_number() OVER (PARTITION BY tenant_id, state, asked_at <= now - interval '5 hours' ORDER BY asked_at DESC, of) AS nth,
        row_number() OVER (PARTITION BY tenant_id, state, asked_at <= midnight - interval '3 days' ORDER BY asked_at DESC, of) AS nth_old,
        (date_trunc('day', asked_at AT TIME ZONE 'Asia/Shanghai') + interval '33 hours') AT TIME ZONE 'Asia/Shanghai'
          + pg_temp.rnd(of, 96) * interval '9 hours' AS next_day
      FROM dated),
    decided AS (
      SELECT r.*, CASE WHEN state <> 'ISSUED' OR tenant_id <> ${tenantId('A')}::uuid THEN NULL WHEN is_open AND nth <= 2 THEN 'WAITING'
          WHEN is_old AND nth_old IN (1, 4) THEN 'REFUSED' WHEN is_old AND nth_old = 2 THEN 'GIVEN_UP' END AS mail
      FROM ranked r)
    SELECT d.state, d.tenant_id, d.payments, NULL::uuid AS order_id, d.amount, 0::bigint AS untaxed, d.of, d.mail, d.asked_at, NULL::text AS asked_by,
      CASE WHEN d.state NOT IN ('DRAFT', 'ISSUING') THEN date_trunc('milliseconds', CASE WHEN mail = 'WAITING' THEN now - interval '100 minutes' - nth * interval '50 minutes'
        WHEN next_day <= now THEN next_day ELSE asked_at + (0.1 + 0.8 * pg_temp.rnd(d.of, 96)) * (now - asked_at) END) END AS decided_at,
      pg_temp.rnd(d.of, 97) < 0.75 AS is_company, m.name AS company, m.credit_code AS tax_no, e.name AS person, m.merchant_no, e.employee_no
    FROM decided d JOIN merchants m ON m.tenant_id = d.tenant_id AND m.id = d.merchant_id
    JOIN employees e ON e.tenant_id = d.tenant_id AND e.id = d.employee_id`;
}

/** All of what was paid for an order, its face values untaxed. */
async function tellOfOrders(tx: Prisma.TransactionClient): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO pg_temp.seed_invoices
    SELECT CASE nth WHEN 3 THEN 'ISSUING' ELSE 'ISSUED' END, tenant_id, '{}', id, paid - refunded, amount - (refunded - refunded_fee), n, NULL, asked_at, by,
      CASE WHEN nth <> 3 THEN asked_at + interval '20 hours' END, TRUE, invoice_title, credit_code, by, merchant_no, NULL
    FROM (
      SELECT o.*, s.n, s.by, m.credit_code, m.merchant_no, s.there_at + interval '2 hours' AS asked_at, row_number() OVER (ORDER BY s.n) AS nth
      FROM seed_orders s JOIN card_orders o ON o.tenant_id = s.tenant_id AND o.id = s.id
      JOIN merchants m ON m.tenant_id = o.tenant_id AND m.id = o.merchant_id CROSS JOIN seed_time t
      WHERE o.state = 'DONE' AND o.refunded < o.paid AND o.paid < ${withoutChecker.one}::bigint AND s.there_at < t.now - interval '1 day') done
    WHERE nth <= 4`;
}

async function writeApplications(tx: Prisma.TransactionClient): Promise<void> {
  const checker = demoPerson('finance-checker');
  await tx.$executeRaw`
    CREATE TEMP TABLE seed_applications ON COMMIT DROP AS
    SELECT i.*, pg_temp.sid(91, n, asked_at) AS id,
      CASE state WHEN 'REVERSED' THEN decided_at + interval '20 hours' ELSE coalesce(decided_at, asked_at) END AS updated_at
    FROM (SELECT *, row_number() OVER (ORDER BY asked_at, of, order_id) AS n FROM seed_invoices) i`;
  await tx.$executeRaw`
    INSERT INTO invoice_applications (id, tenant_id, application_no, state, title, tax_no, address, phone, bank, account, amount, untaxed, email, invoice_no, reason,
      version, created_at, updated_at, updated_by)
    SELECT id, tenant_id, 'FP' || to_char(asked_at AT TIME ZONE 'Asia/Shanghai', 'YYYYMMDD') || lpad(floor(pg_temp.rnd(n, 98) * 1e10)::bigint::text, 10, '0'), state,
      CASE WHEN is_company THEN company ELSE person END, CASE WHEN is_company THEN tax_no END,
      CASE WHEN is_full THEN '上海市浦东新区示例路 ' || n % 900 || ' 号' END, CASE WHEN is_full THEN '021-5555' || lpad((n % 10000)::text, 4, '0') END,
      CASE WHEN is_full THEN '招商银行上海分行' END, CASE WHEN is_full THEN '1219' || lpad(n::text, 11, '0') END, amount, untaxed,
      CASE WHEN is_company THEN 'finance.' || lower(merchant_no) ELSE 'staff.' || lower(employee_no) END || '@example.com',
      CASE WHEN state IN ('ISSUED', 'REVERSED') THEN to_char(decided_at AT TIME ZONE 'Asia/Shanghai', 'YY') || '312' || lpad((n * 7919)::text, 15, '0') END,
      CASE state WHEN 'FAILED' THEN (ARRAY['税号与抬头不符，请核对后重新申请', '抬头不完整，请补充全称'])[1 + n % 2]
        WHEN 'REVERSED' THEN (ARRAY['抬头写错，重新开具', '应申请人要求作废'])[1 + n % 2] END,
      CASE state WHEN 'REVERSED' THEN 3 WHEN 'ISSUED' THEN 2 WHEN 'FAILED' THEN 2 ELSE 1 END, asked_at, updated_at,
      CASE WHEN decided_at IS NULL THEN asked_by WHEN tenant_id = ${tenantId('A')}::uuid THEN ${checker.name} ELSE ${finance.name} END
    FROM (SELECT *, is_company AND n % 5 = 0 AS is_full FROM seed_applications) a`;
  await tx.$executeRaw`
    INSERT INTO invoice_lines (id, tenant_id, application_id, consumption_id, order_id, amount, untaxed)
    SELECT pg_temp.sid(92, n * 100 + nth, asked_at), a.tenant_id, a.id, payment, NULL, CASE WHEN a.state IN ('ISSUED', 'ISSUING') THEN c.amount ELSE 0 END, 0
    FROM seed_applications a CROSS JOIN LATERAL unnest(a.payments) WITH ORDINALITY p(payment, nth)
    JOIN consumption_records c ON c.tenant_id = a.tenant_id AND c.id = p.payment
    UNION ALL
    SELECT pg_temp.sid(92, n * 100, asked_at), tenant_id, id, NULL, order_id, amount, untaxed FROM seed_applications WHERE order_id IS NOT NULL`;
}

/** Each issue and each reversal counts in the day of whoever did it. */
async function writeActs(tx: Prisma.TransactionClient): Promise<void> {
  await tx.$executeRaw`
    WITH acted AS (
      INSERT INTO money_acts (id, tenant_id, kind, maker_id, day, amount, count, subject_id, within_amount)
      SELECT pg_temp.sid(d.kind, n, d.at), tenant_id, 'invoiceIssue',
        CASE tenant_id WHEN ${tenantId('A')}::uuid THEN ${demoPerson('finance-checker').id}::uuid ELSE ${finance.id}::uuid END,
        (d.at AT TIME ZONE 'Asia/Shanghai')::date, amount, 1, id, ${withoutChecker.one}::bigint
      FROM seed_applications CROSS JOIN LATERAL (VALUES (94, decided_at, TRUE), (95, updated_at, state = 'REVERSED')) d(kind, at, is_act)
      WHERE state IN ('ISSUED', 'REVERSED') AND d.is_act
      RETURNING tenant_id, kind, maker_id, day, amount, count)
    INSERT INTO maker_days (tenant_id, kind, maker_id, day, amount, count, alone_amount, alone_count, allowed_amount)
    SELECT tenant_id, kind, maker_id, day, sum(amount), sum(count), sum(amount), sum(count), ${withoutChecker.day}::bigint FROM acted GROUP BY 1, 2, 3, 4`;
}

interface Told {
  tenant_id: string;
  id: string;
  mail_id: string;
  application_no: string;
  title: string;
  tax_no: string | null;
  amount: bigint;
  email: string;
  invoice_no: string;
  mail: 'WAITING' | 'REFUSED' | 'GIVEN_UP' | null;
  decided_at: Date;
}

const minutes = (at: Date, many: number) => new Date(at.getTime() + many * 60_000);

/** How far an e-mail is, by the times at which one is tried: after 2, 4, 8, 16 and 32 minutes, and then every hour. */
function progress({ mail, decided_at: at, email }: Told, now: Date) {
  if (mail === null) {
    const sentAt = new Date(Math.min(minutes(at, 0.05).getTime(), now.getTime()));
    return { state: 'SENT' as const, attempts: 1, dueAt: minutes(at, 2), sentAt };
  }
  if (mail === 'REFUSED') {
    const said = `550 5.1.1 ${email.slice(0, 1)}***${email.slice(email.indexOf('@'))}: Recipient address rejected`;
    const failure = { zh: `对方拒收：${said}`, en: `The other side refused it: ${said}` };
    return { state: 'FAILED' as const, attempts: 1, dueAt: minutes(at, 2), failure };
  }
  const failure = { zh: '邮件服务器暂时没有接收', en: 'The mail server has not taken it yet' };
  if (mail === 'GIVEN_UP')
    return { state: 'FAILED' as const, attempts: 15, dueAt: minutes(at, 62 + 10 * 60), failure };
  const hours = Math.floor((now.getTime() - minutes(at, 62).getTime()) / 3_600_000);
  return {
    state: 'WAITING' as const,
    attempts: 6 + hours,
    dueAt: minutes(at, 62 + (hours + 1) * 60),
    failure,
  };
}

async function writeMails(tx: Prisma.TransactionClient, issuedWords: IssuedWords): Promise<void> {
  const [{ now }] = await tx.$queryRaw<[{ now: Date }]>`SELECT now FROM seed_time`;
  const told = await tx.$queryRaw<Told[]>`
    SELECT a.tenant_id, a.id, pg_temp.sid(93, s.n, s.decided_at) AS mail_id, a.application_no, a.title, a.tax_no, a.amount, a.email, a.invoice_no, s.mail, s.decided_at
    FROM seed_applications s JOIN invoice_applications a ON a.tenant_id = s.tenant_id AND a.id = s.id WHERE a.invoice_no IS NOT NULL ORDER BY s.n`;
  for (let from = 0; from < told.length; from += 1_000) {
    await tx.mail.createMany({
      data: told.slice(from, from + 1_000).map((one) => ({
        ...{ tenantId: one.tenant_id, id: one.mail_id, subjectType: 'invoice', subjectId: one.id },
        ...issuedWords({
          ...{ applicationNo: one.application_no, title: one.title, taxNo: one.tax_no, amount: one.amount },
          ...{ invoiceNo: one.invoice_no, at: one.decided_at },
        }),
        ...{ recipient: one.email, createdAt: one.decided_at, ...progress(one, now) },
      })),
    });
  }
}
