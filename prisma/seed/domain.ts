import { Prisma } from '../client/client.ts';
import { seedApprovals } from './approvals.ts';
import { seedBills } from './bills.ts';
import { prepareCardFiles, writeCardFiles } from './card-files.ts';
import { prepareCardFunds } from './card-funds.ts';
import { prepareOrderRefunds, writeOrderRefunds } from './card-order-refunds.ts';
import {
  payCardOrders,
  prepareCardOrders,
  stepCardOrders,
  writeCardOrders,
  writeOrderEvents,
} from './card-orders.ts';
import { prepareCardPayments, writeCardPayments } from './card-payments.ts';
import { prepareCardRequests, writeCardRequests } from './card-requests.ts';
import { holdFaces, type KeepNumber, prepareLoads, stepCards, writeCards } from './cards.ts';
import { prepareCarriedSheets, writeCarriedSheets } from './carried-sheets.ts';
import { seedConsumption } from './consumption.ts';
import { seedDemoEmployee } from './demo-employee.ts';
import { seedEmployees } from './employees.ts';
import { seedFunds } from './funds.ts';
import { type IssuedWords, seedInvoices } from './invoices.ts';
import { prepareIssueFlows, seedIssueHolds, seedIssues } from './issues.ts';
import { seedLimitBatches } from './limit-batches.ts';
import { seedLimits } from './limits.ts';
import { seedLottery } from './lottery.ts';
import { seedOperationLog } from './operation-log.ts';
import { firstInstant } from './random.ts';
import { seedStatements } from './statements.ts';
import { prepareReversals, writeReversals } from './top-up-reversals.ts';
import { prepareTopUps, type TransferCode, writeTopUps } from './top-ups.ts';

/** How much of the first domain a seed makes; all of it set-based, so a million rows take seconds. */
export interface DomainSize {
  storesPerMerchant: number;
  employees: number;
  consumptions: number;
  /** One draw for so many payments. */
  drawEvery: number;
  /** Whether limits were issued lot by lot, by hand and by plans. */
  issues?: true;
  /** Whether the rules of compliance find something. */
  stories?: true;
  /** Whether what is invoiced has its applications: payments are, and nothing of it waits for more than some days. */
  invoices?: true;
  /** Whether sheets of limits were carried out, wait, or came to nothing. */
  sheets?: true;
  /** Files of cards, one of a unit. */
  cardFiles?: number;
  /** Orders of very many cards. */
  bulkOrders?: number;
}

/** What the seeds have of the application for cards: how their numbers are kept, and codes of transfers. */
interface CardApplication {
  keepNumber: KeepNumber;
  transferCode: TransferCode;
}

/** And for invoices: what is told of them. */
export interface DomainApplication extends CardApplication {
  issuedWords: IssuedWords;
}

/**
 * Stores, employees, limits, funds and their days, payments, draws, bills and the log of how they came about. Who, what and how much are the same for the same size;
 * the days are counted back from the day of seeding, so that a demonstration has a today.
 */
export async function seedDomain(
  tx: Prisma.TransactionClient,
  size: DomainSize,
  application: DomainApplication,
  now: Date,
): Promise<void> {
  await prepare(tx, now);
  await seedEmployees(tx, size);
  await seedConsumption(tx, size);
  await prepareCarriedSheets(tx, size.sheets ?? false);
  await seedLimits(tx);
  await prepareIssueFlows(tx);
  if (size.issues) await seedIssues(tx, now);
  await seedCards(tx, size, application);
  if (size.invoices) await seedInvoices(tx, application.issuedWords);
  await seedFunds(tx);
  await holdFaces(tx);
  if (size.issues) await seedIssueHolds(tx);
  await seedStatements(tx);
  await seedLottery(tx, size);
  await seedBills(tx);
  await seedApprovals(tx);
  if (size.sheets) {
    await writeCarriedSheets(tx);
    await seedLimitBatches(tx);
  }
  await seedOperationLog(tx);
  await seedDemoEmployee(tx);
}

/** What is told of cards first, then all of it in the order in which each refers to what is there. */
async function seedCards(
  tx: Prisma.TransactionClient,
  { cardFiles = 0, bulkOrders = 0 }: DomainSize,
  { keepNumber, transferCode }: CardApplication,
): Promise<void> {
  await prepareCardFiles(tx, cardFiles);
  await prepareCardOrders(tx, bulkOrders);
  await prepareOrderRefunds(tx);
  await prepareLoads(tx);
  await prepareCardRequests(tx);
  await prepareCardPayments(tx);
  await prepareTopUps(tx, transferCode);
  await prepareReversals(tx);
  await prepareCardFunds(tx);
  if (cardFiles === 0) {
    // Nothing of it is written then, and no fund knows of it.
    await tx.$executeRaw`TRUNCATE pg_temp.seed_card_funds`;
    return;
  }
  await writeCardFiles(tx);
  await writeCardOrders(tx);
  await stepCardOrders(tx, 'asked');
  await writeTopUps(tx);
  await writeReversals(tx);
  await payCardOrders(tx);
  await stepCardOrders(tx, 'paid');
  await writeCards(tx, keepNumber);
  await stepCardOrders(tx, 'made');
  await stepCards(tx);
  await writeOrderRefunds(tx);
  await writeOrderEvents(tx);
  await writeCardRequests(tx);
  await writeCardPayments(tx);
}

async function prepare(tx: Prisma.TransactionClient, now: Date): Promise<void> {
  await tx.$executeRaw`SELECT set_config('work_mem', '256MB', true), set_config('maintenance_work_mem', '256MB', true)`;
  // Every reference below is made from the row it points to; checking a million of them again would take longer than writing them.
  const [{ super: mayTrust }] = await tx.$queryRaw<[{ super: boolean }]>`
    SELECT rolsuper AS super FROM pg_roles WHERE rolname = current_user`;
  if (mayTrust) await tx.$executeRaw`SELECT set_config('session_replication_role', 'replica', true)`;
  /** A number in [0, 1) that is always the same for the same n and salt. */
  await tx.$executeRaw`
    CREATE FUNCTION pg_temp.rnd(n bigint, salt bigint) RETURNS float8 LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN (hashint8extended(n, salt) & 1073741823)::float8 / 1073741824`;
  /** The id of the nth record of a kind, a UUIDv7: of when it was made, or, where n is in no order of time, of the first instant. */
  await tx.$executeRaw`
    CREATE FUNCTION pg_temp.sid(kind int, n bigint, at timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN (lpad(to_hex(floor(extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7' || lpad(to_hex(kind), 3, '0') || '8000'
        || lpad(to_hex(n), 12, '0'))::uuid`;
  await tx.$executeRaw`
    CREATE FUNCTION pg_temp.sid(kind int, n bigint) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN pg_temp.sid(kind, n, ${Prisma.raw(`'${firstInstant.toISOString()}'`)}::timestamptz)`;
  await tx.$executeRaw`
    CREATE TEMP TABLE seed_time ON COMMIT DROP AS
    SELECT now, (now AT TIME ZONE 'Asia/Shanghai')::date AS today,
      ((now AT TIME ZONE 'Asia/Shanghai')::date)::timestamp AT TIME ZONE 'Asia/Shanghai' AS midnight
    FROM (SELECT ${now}::timestamptz(3) AS now) given`;
  await tx.$executeRaw`
    CREATE TEMP TABLE seed_merchants ON COMMIT DROP AS
    SELECT id, tenant_id, company_id, name, name_pinyin, name_initials, region, city, brand_id, mcc, created_at,
      row_number() OVER (PARTITION BY tenant_id ORDER BY merchant_no) - 1 AS k, count(*) OVER (PARTITION BY tenant_id) AS peers,
      dense_rank() OVER (ORDER BY tenant_id) AS tenant_n, row_number() OVER (ORDER BY tenant_id, merchant_no) AS n
    FROM merchants WHERE state IN ('ACTIVE', 'DISABLED')`;
}
