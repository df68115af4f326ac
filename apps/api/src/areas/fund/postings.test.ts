import { connect } from '@xyxlx/database/connect';
import { companyId, tenantId as tenantIdOf } from '@xyxlx/database/seed/tenants';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addPlatformAccount,
  importStatement,
  jobBecomes,
} from '../../../../../tests/support/bank-statements.ts';
import { setBooks } from '../../../../../tests/support/set-books.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { plenty, setThreshold } from '../../../../../tests/support/thresholds.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { writeFlows } from '../../platform/fund/fund.ts';
import { dayBefore, shanghaiDay, startOfDay } from '../../platform/time/shanghai.ts';
import { closeDays } from './close-days.ts';

let api: TestApi;
let maker: string;
let checker: string;
let owner: pg.Client;
let made = 0;
const tenantId = tenantIdOf('A');
const [head, branch] = [companyId('A', 0), companyId('A', 1)];

beforeAll(async () => {
  api = await startTestApi();
  owner = await connect(api.databaseUrl);
  for (const kind of ['fundTransfer', 'fundAdjustment', 'limitAdjustment'])
    await setThreshold(api, kind, plenty);
  await signIn();
});
afterAll(async () => {
  await owner.end();
  await api.close();
});

async function signIn(): Promise<void> {
  maker = await api.signIn('13800000002');
  checker = await api.signIn('13800000003');
}

async function done(path: string, input: object, token = maker) {
  const { body } = await api.call(path, input, token);
  expect(body).toMatchObject({ code: 200 });
  return body.result;
}

const today = () => shanghaiDay(api.clock.businessNow());
const yesterday = () => dayBefore(today(), 1);

/** The legs of a row: number, kind, debit, credit, amount, day of the books, and whether its slot is of the row alone. */
async function legsOf(sourceId: string): Promise<unknown[][]> {
  const { rows } = await owner.query({
    text: `SELECT p.leg, p.kind, p.debit_role, p.credit_role, p.amount::int, p.book_date::text, s.doc_id IS NOT DISTINCT FROM p.source_id AS own
      FROM ledger_postings p JOIN ledger_slots s ON s.tenant_id = p.tenant_id AND s.id = p.slot_id
      WHERE p.tenant_id = $1 AND p.source_id = $2 ORDER BY p.leg`,
    values: [tenantId, sourceId],
    rowMode: 'array',
  });
  return rows;
}

/** Whose each leg's two sides are, and which account at a bank or channel they are of. */
async function ownersOf(sourceId: string): Promise<unknown[][]> {
  const { rows } = await owner.query({
    text: `SELECT company_id, counter_company_id, platform_account_id FROM ledger_postings WHERE tenant_id = $1 AND source_id = $2 ORDER BY leg`,
    values: [tenantId, sourceId],
    rowMode: 'array',
  });
  return rows;
}

const newAccount = (kind: 'BANK' | 'CHANNEL' = 'BANK', company = head): Promise<string> =>
  addPlatformAccount(api, { tenantId, companyId: company, kind });

/** Writes past what the database lets nobody change. */
async function write(statement: string, values: unknown[]): Promise<void> {
  await owner.query('BEGIN');
  await owner.query(`SET LOCAL session_replication_role = 'replica'`);
  await owner.query(statement, values);
  await owner.query('COMMIT');
}

/** Imports a statement of yesterday, an amount in yuan a line, less than nothing out; the lines' ids, and the import's. */
function imported(accountId: string, ...amounts: number[]): Promise<{ lines: string[]; jobId: string }> {
  made += 1;
  return importStatement(api, { token: maker, accountId, day: yesterday(), no: `K${made}`, amounts });
}

async function adjusted(accountId: string, lineId: string): Promise<string> {
  await done('fund/runReconciliation', { day: yesterday() });
  const { id, version } = await api.deps.database.prisma.reconciliationBreak.findFirstOrThrow({
    where: { tenantId, accountId, lineId },
  });
  await done('fund/adjustBreak', { id, version, reason: '核对' });
  return id;
}

/** A flow that names a number of an account, as one that came before the statement. */
async function flow(accountId: string, delta: number, externalNo: string): Promise<void> {
  const leg = {
    tenantId,
    companyId: head,
    account: 'ENTERPRISE',
    flow: 'ADJUST',
    delta,
    pairId: null,
  } as const;
  const names = {
    sourceId: crypto.randomUUID(),
    remark: externalNo,
    externalNo,
    platformAccountId: accountId,
  };
  const now = new Date(startOfDay(yesterday()).getTime() + 12 * 3_600_000);
  await inTransaction(api.deps.database, (tx) =>
    writeFlows(tx, [{ ...leg, ...names }], { sourceType: 'test', by: '测试', now }),
  );
}

const accountOf = async (companyId: string, kind: 'ENTERPRISE' | 'FEE' | 'SETTLEMENT') =>
  (
    await api.deps.database.prisma.fundAccount.findUniqueOrThrow({
      where: { tenantId_companyId_kind: { tenantId, companyId, kind } },
    })
  ).id;

describe('what came in', () => {
  it('is owed to somebody from its import on, on the bank’s day; taken back, it is no more', async () => {
    const account = await newAccount();
    const { lines, jobId } = await imported(account, 1000, -300, 20);
    const [first, out, second] = lines as [string, string, string];
    expect(await legsOf(first)).toEqual([[1, 'RECEIPT', 'BANK', 'UNCLAIMED', 100_000, yesterday(), false]]);
    expect(await ownersOf(first)).toEqual([[head, null, account]]);
    expect(await legsOf(second)).toEqual([[1, 'RECEIPT', 'BANK', 'UNCLAIMED', 2_000, yesterday(), false]]);
    expect(await legsOf(out)).toEqual([]);
    await done('job/undoImport', { id: jobId });
    await jobBecomes(api, { token: maker, jobId, state: 'UNDONE' });
    expect(await legsOf(first)).toEqual([
      [1, 'RECEIPT', 'BANK', 'UNCLAIMED', 100_000, yesterday(), false],
      [5, 'RECEIPT', 'UNCLAIMED', 'BANK', 100_000, today(), false],
    ]);
    expect((await legsOf(second)).length).toBe(2);
  });

  it('is not owed where a flow has named it before, or where it is a channel’s', async () => {
    const [bank, channel] = [await newAccount(), await newAccount('CHANNEL')];
    await flow(bank, 3_000, `K${made + 1}-0`);
    const named = await imported(bank, 30, 40);
    expect(await Promise.all(named.lines.map(async (id) => (await legsOf(id)).length))).toEqual([0, 1]);
    const { lines } = await imported(channel, 50);
    expect(await legsOf(lines[0] as string)).toEqual([]);
  });

  it('is the company’s that claims it once a checker agrees, less the fee with its tax, more the bonus', async () => {
    const account = await newAccount();
    const { lines } = await imported(account, 1_000_000);
    const [lineId] = lines as [string];
    const { approvalId, claim } = await done('fund/claimTopUp', { lineId, companyId: branch });
    expect(await legsOf(claim.id)).toEqual([]);
    await write(
      `UPDATE top_ups SET fee = 600000, bonus = 1000000, received = amount + 400000 WHERE id = $1`,
      [claim.id],
    );
    await done('approval/approve', { id: approvalId }, checker);
    expect(await legsOf(claim.id)).toEqual([
      [1, 'TOP_UP', 'UNCLAIMED', 'FUND', 100_000_000, today(), true],
      [2, 'TOP_UP', 'FUND', 'SERVICE', 566_038, today(), true],
      [3, 'TOP_UP', 'FUND', 'VAT', 33_962, today(), true],
      [4, 'TOP_UP', 'BONUS', 'FUND', 1_000_000, today(), true],
    ]);
    expect(await ownersOf(claim.id)).toEqual([
      [head, branch, account],
      [branch, null, null],
      [branch, null, null],
      [branch, null, null],
    ]);
  });

  it('through a channel is claimed out of the channel, within the threshold at once', async () => {
    await setThreshold(api, 'topUpClaim', plenty);
    const account = await newAccount('CHANNEL', branch);
    const { lines } = await imported(account, 7);
    const { claim } = await done('fund/claimTopUp', { lineId: lines[0], companyId: branch });
    expect(await legsOf(claim.id)).toEqual([[1, 'TOP_UP', 'CHANNEL_OTHER', 'FUND', 700, today(), true]]);
    expect(await ownersOf(claim.id)).toEqual([[branch, null, account]]);
  });
});

/** From now on fees have so much tax in them, in hundredths of a percent. */
const taxed = (vatBps: number) =>
  setBooks(api, { tenantId, validFrom: api.clock.businessNow(), personalShare: 'DIRECT', vatBps });

describe('the tax in a fee', () => {
  it('is that of the day on which somebody agreed, whenever it was asked for', async () => {
    await setThreshold(api, 'topUpClaim', { amount: 0 });
    await setThreshold(api, 'fundTransfer', { amount: 0 });
    const { lines } = await imported(await newAccount(), 1_000);
    const { approvalId, claim } = await done('fund/claimTopUp', { lineId: lines[0], companyId: branch });
    await write(`UPDATE top_ups SET fee = 10000, received = amount - 10000 WHERE id = $1`, [claim.id]);
    const fromId = await accountOf(head, 'FEE');
    const toId = await accountOf(head, 'ENTERPRISE');
    const transfer = await done('fund/addTransfer', { fromId, toId, amount: 106, reason: '退费' });
    await taxed(1_300);
    await done('approval/approve', { id: approvalId }, checker);
    await done('approval/approve', { id: transfer.approvalId }, checker);
    await taxed(600);
    expect(await legsOf(claim.id)).toEqual([
      [1, 'TOP_UP', 'UNCLAIMED', 'FUND', 100_000, today(), true],
      [2, 'TOP_UP', 'FUND', 'SERVICE', 8_850, today(), true],
      [3, 'TOP_UP', 'FUND', 'VAT', 1_150, today(), true],
    ]);
    expect(await legsOf(transfer.id)).toEqual([
      [1, 'TRANSFER', 'SERVICE', 'FUND', 94, today(), true],
      [2, 'TRANSFER', 'VAT', 'FUND', 12, today(), true],
    ]);
    await setThreshold(api, 'fundTransfer', plenty);
  });
});

describe('a break', () => {
  it('that is adjusted moves the fund against what nobody had claimed, or against the account', async () => {
    const account = await newAccount();
    await flow(account, 9_000, `K${made + 1}-2`);
    const { lines } = await imported(account, 60, -5, 100);
    const [unclaimed, out, other] = lines as [string, string, string];
    const cases = [
      [unclaimed, 'UNCLAIMED', 'FUND', 6_000],
      [out, 'FUND', 'BANK', 500],
      [other, 'BANK', 'FUND', 1_000],
    ] as const;
    for (const [line, debit, credit, amount] of cases) {
      const id = await adjusted(account, line);
      expect(await legsOf(id)).toEqual([[1, 'ADJUST', debit, credit, amount, today(), true]]);
      expect(await ownersOf(id)).toEqual([[head, null, account]]);
    }
  });

  it('of money without a name that another line makes up for: it is owed to nobody any more', async () => {
    const account = await newAccount();
    const { lines } = await imported(account, 80, -80);
    await done('fund/runReconciliation', { day: yesterday() });
    const { prisma } = api.deps.database;
    const breakOf = (index: number) =>
      prisma.reconciliationBreak.findFirstOrThrow({
        where: { tenantId, accountId: account, lineId: lines[index] },
      });
    const [came, went] = [await breakOf(0), await breakOf(1)];
    await done('fund/matchBreak', {
      id: went.id,
      version: went.version,
      lineId: lines[0],
      reason: '银行退回',
    });
    expect(await legsOf(came.id)).toEqual([[1, 'ADJUST', 'UNCLAIMED', 'BANK', 8_000, today(), true]]);
    expect(await legsOf(went.id)).toEqual([]);
  });
});

describe('a transfer', () => {
  const transfer = async (input: object) => (await done('fund/addTransfer', { reason: '划转', ...input })).id;

  it('to another company moves its fund; out of the funds, one company’s, to the account that it is paid to', async () => {
    const [from, to] = [await accountOf(head, 'ENTERPRISE'), await accountOf(branch, 'ENTERPRISE')];
    const between = await transfer({ fromId: from, toId: to, amount: 1_234 });
    expect(await legsOf(between)).toEqual([[1, 'TRANSFER', 'FUND', 'FUND', 1_234, today(), true]]);
    expect(await ownersOf(between)).toEqual([[head, branch, null]]);
    const [bank, channel] = [await newAccount(), await newAccount('CHANNEL')];
    const settled = await transfer({
      fromId: await accountOf(head, 'SETTLEMENT'),
      platformAccountId: bank,
      amount: 77,
    });
    expect(await legsOf(settled)).toEqual([[1, 'SETTLE', 'SETTLEMENT', 'BANK', 77, today(), true]]);
    expect(await ownersOf(settled)).toEqual([[head, null, bank]]);
    const withdrawn = await transfer({ fromId: from, platformAccountId: channel, amount: 88 });
    expect(await legsOf(withdrawn)).toEqual([[1, 'WITHDRAW', 'FUND', 'CHANNEL_OTHER', 88, today(), true]]);
  });

  it('waits without a leg, and takes fees back with the tax in them once somebody agrees', async () => {
    await setThreshold(api, 'fundTransfer', { amount: 0 });
    const { id, approvalId } = await done('fund/addTransfer', {
      fromId: await accountOf(head, 'FEE'),
      toId: await accountOf(branch, 'ENTERPRISE'),
      amount: 106,
      reason: '划转',
    });
    expect(await legsOf(id)).toEqual([]);
    await done('approval/approve', { id: approvalId }, checker);
    expect(await legsOf(id)).toEqual([
      [1, 'TRANSFER', 'SERVICE', 'FUND', 100, today(), true],
      [2, 'TRANSFER', 'VAT', 'FUND', 6, today(), true],
    ]);
    expect(await ownersOf(id)).toEqual([
      [head, branch, null],
      [head, branch, null],
    ]);
  });
});

describe('the fee of a day', () => {
  it('is the service’s and its tax, once, on the day that the close runs', async () => {
    const tomorrow = dayBefore(today(), -1);
    const toNight = () =>
      api.clock.advance(
        startOfDay(dayBefore(today(), -1)).getTime() + 31 * 60_000 - api.clock.businessNow().getTime(),
      );
    const { employeeId, merchantId } = await api.deps.database.prisma.limitAccount.findFirstOrThrow({
      where: {
        tenantId,
        companyId: branch,
        employee: { state: 'ACTIVE', merchant: { state: 'ACTIVE', platformId: { not: null } } },
      },
    });
    toNight();
    await closeDays(api.deps);
    await signIn();
    expect(today()).toBe(tomorrow);
    await write(
      `UPDATE platforms p SET fee_bps = 1000 FROM merchants m WHERE m.id = $1 AND p.tenant_id = m.tenant_id AND p.id = m.platform_id`,
      [merchantId],
    );
    await done('limit/adjustLimit', { employeeId, type: 'INCREASE', amount: 2_000_000, reason: '补发' });
    await done('dev/pay', { employeeId, amount: 1_060_000 });
    toNight();
    await closeDays(api.deps);
    await closeDays(api.deps);
    const flows = await api.deps.database.prisma.fundFlow.findMany({
      where: { tenantId, kind: 'FEE', remark: tomorrow, account: { companyId: branch } },
      include: { account: true },
    });
    const [own, fees] = ['ENTERPRISE', 'FEE'].map(
      (kind) => flows.find(({ account }) => account.kind === kind)?.id,
    );
    expect(await legsOf(own as string)).toEqual([
      [1, 'FEE', 'FUND', 'SERVICE', 100_000, today(), false],
      [2, 'FEE', 'FUND', 'VAT', 6_000, today(), false],
    ]);
    expect(await legsOf(fees as string)).toEqual([]);
    expect(await ownersOf(own as string)).toEqual([
      [branch, null, null],
      [branch, null, null],
    ]);
  });
});
