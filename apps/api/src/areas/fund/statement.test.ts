import type { StatementLineRow } from '@xyxlx/contracts/statement';
import { connect } from '@xyxlx/database/connect';
import { companyId, tenantId as tenantIdOf } from '@xyxlx/database/seed/tenants';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { expectInvariants } from '../../../../../tests/support/invariants.ts';
import { operator } from '../../../../../tests/support/operator.ts';
import { postMissing } from '../../../../../tests/support/post-missing.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { plenty, setThreshold } from '../../../../../tests/support/thresholds.ts';
import { readAmount, readBalance } from '../../platform/table-files/read-amounts.ts';
import { readDirection, readTime } from './statement-cells.ts';

let api: TestApi;
let maker: string;
let checker: string;
let owner: pg.Client;
let made = 0;
const tenantId = tenantIdOf('A');

beforeAll(async () => {
  api = await startTestApi();
  maker = await api.signIn('13800000002');
  checker = await api.signIn('13800000003');
  owner = await connect(api.databaseUrl);
});
afterAll(async () => {
  await owner.end();
  await api.close();
});

const call = async (path: string, input: object, token = maker) => (await api.call(path, input, token)).body;

/** An account at a bank that nobody has a statement of yet. */
async function newAccount(index = 0, key: 'A' | 'B' = 'A'): Promise<string> {
  made += 1;
  const { rows } = await owner.query(
    `INSERT INTO platform_accounts (tenant_id, platform_id, company_id, kind, name, bank, account_no, state)
     SELECT $1, p.id, $2, 'BANK', '收款户', '银行', $3, 'ACTIVE' FROM platforms p WHERE p.tenant_id = $1 LIMIT 1 RETURNING id`,
    [tenantIdOf(key), companyId(key, index), String(88_880_000 + made)],
  );
  return rows[0].id;
}

async function upload(accountId: string, file: string | Uint8Array<ArrayBuffer>, token = maker) {
  const form = new FormData();
  form.append('accountId', accountId);
  form.append('file', new Blob([file]), 'statement.csv');
  const answer = await fetch(`${api.url}/xyxlx/fund/importStatement`, {
    method: 'POST',
    headers: { Authorization: token },
    body: form,
  });
  return (await answer.json()) as { code: number; msg: string; result: { jobId: string } };
}

const jobIn = (id: string, states: string[]) =>
  eventually(async () => {
    const { result } = await call('job/getJob', { id });
    expect(states).toContain(result.state);
    return result;
  });

/** Uploads, waits for the check, confirms; answers the check's report, the refused rows and the ended job's id. */
async function imported(accountId: string, file: string | Uint8Array<ArrayBuffer>) {
  const { jobId: id } = (await upload(accountId, file)).result;
  const { state, report } = await jobIn(id, ['WAITING_CONFIRM', 'FAILED']);
  const { list } = (await call('job/queryImportRow', { id, only: 'bad' })).result;
  const refused = list.map(({ row, problems }: { row: number; problems: { reason: { zh: string } }[] }) => [
    row,
    ...problems.map(({ reason }) => reason.zh),
  ]);
  if (state === 'WAITING_CONFIRM') {
    await call('job/confirmImport', { id });
    await jobIn(id, ['SUCCEEDED', 'PARTIAL']);
  }
  return { id, report, refused };
}

const header = '流水号,时间,收/支,金额(元),余额,对方户名,摘要';
const statementOf = (...rows: string[]) => [header, ...rows].join('\n');
const linesOf = async (accountId: string) =>
  (await call('fund/queryLine', { accountId, pageSize: 200 })).result.list.map(
    ({ bankNo, direction, amount, balanceAfter, state }: Record<string, unknown>) => [
      bankNo,
      direction,
      amount,
      balanceAfter,
      state,
    ],
  );

describe('a statement', () => {
  it('in GBK, the newest line first, with thousands separators, is read; what came in waits to be claimed', async () => {
    const account = await newAccount();
    const gbk = Buffer.from(
      'wffLrrrFLMqxvOQsytUv1qcsvfC27qOo1KqjqSzT4LbuLLbUt727p8P7LNWq0qoKRzMsMjAyNi8xMS8yMCAxMDowMyzWpywiMSwwMDAuMDAiLCIxLDIzNCw1NjcuODAiLLmp06bJzCy79b/uCkcyLDIwMjYvMTEvMjAgMTA6MDIsytUsIjEsMjM0LDU2Ny44MCIsIjEsMjM1LDU2Ny44MCIsyc+6o7fWuavLviyz5Na1CkcxLDIwMjYvMTEvMjAgMTA6MDEsytUsMTAwMCwxMDAwLMnPuqO31rmry74ss+TWtQo=',
      'base64',
    );
    const { report, refused } = await imported(account, new Uint8Array(gbk));
    expect(refused).toEqual([]);
    expect(report.figures.map(({ value }: { value: number }) => value)).toEqual([3, 123_556_780, 100_000]);
    expect(await linesOf(account)).toEqual([
      ['G3', 'OUT', 100_000, 123_456_780, 'UNMATCHED'],
      ['G2', 'IN', 123_456_780, 123_556_780, 'UNCLAIMED'],
      ['G1', 'IN', 100_000, 100_000, 'UNCLAIMED'],
    ]);
    const [line] = (await call('fund/queryLine', { accountId: account, keyword: 'G1' })).result.list;
    expect(line).toMatchObject({
      at: '2026-11-20T02:01:00.000Z',
      payer: '上海分公司',
      summary: '充值',
      claim: null,
    });
    await expectInvariants(api);
  });

  it('with a gap in its balances: the row is refused; mended and sent again, it alone is new', async () => {
    const account = await newAccount();
    const rows = (balance: string) =>
      statementOf(
        'P1,2026-11-20 10:00:00,收,100.00,100.00,甲,',
        `P2,2026-11-20 10:00:00,收,50.00,${balance},甲,`,
        'P3,2026-11-20 10:00:01,支,30.00,120.00,乙,',
      );
    // What follows a wrong balance does not follow from it either.
    expect((await imported(account, rows('155.00'))).refused).toEqual([
      [3, '余额不连续'],
      [4, '余额不连续'],
    ]);
    const again = await imported(account, rows('150.00'));
    expect(again.refused).toEqual([[2, '流水号重复']]);
    expect((await linesOf(account)).map(([no]: string[]) => no)).toEqual(['P3', 'P2', 'P1']);
  });

  it('has to go on from the last line that is there', async () => {
    const account = await newAccount();
    await imported(account, statementOf('Q1,2026-11-20 10:00:00,收,100.00,100.00,甲,'));
    const next = (opening: number) =>
      statementOf(
        `Q2,2026-11-21 10:00:00,收,1.00,${opening + 1}.00,甲,`,
        `Q3,2026-11-21 10:00:01,收,1.00,${opening + 2}.00,甲,`,
      );
    expect((await imported(account, next(200))).refused).toEqual([[2, '余额不连续']]);
    expect((await imported(await newAccount(), next(200))).refused).toEqual([]);
    const other = await newAccount();
    await imported(other, statementOf('Q1,2026-11-20 10:00:00,收,100.00,100.00,甲,'));
    expect((await imported(other, next(100))).refused).toEqual([]);
  });

  it('a number twice, in the file or the account, is refused; the same file again is warned of', async () => {
    const account = await newAccount();
    const file = statementOf(
      'R1,2026-11-20 10:00:00,收,100.00,100.00,甲,',
      'R1,2026-11-20 10:00:00,收,100.00,200.00,甲,',
    );
    const first = await imported(account, file);
    expect(first.refused).toEqual([[3, '与第 2 行重复']]);
    expect(first.report.sameFile).toBeNull();
    const second = await imported(account, file);
    expect(second.report).toMatchObject({ good: 0, sameFile: { id: first.id } });
    expect(second.refused).toEqual([
      [2, '流水号重复'],
      [3, '与第 2 行重复'],
    ]);
    const elsewhere = await imported(await newAccount(), file);
    expect(elsewhere.report.good).toBe(1);
  });

  it('two files with the same line, confirmed at once: one line', async () => {
    const account = await newAccount();
    const row = 'S1,2026-11-20 10:00:00,收,100.00,100.00,甲,';
    const jobs = await Promise.all(
      ['甲', '乙'].map(async (summary) => {
        const { jobId } = (await upload(account, statementOf(row + summary))).result;
        await jobIn(jobId, ['WAITING_CONFIRM']);
        return jobId;
      }),
    );
    await Promise.all(jobs.map((id) => call('job/confirmImport', { id })));
    const ended = await Promise.all(jobs.map((id) => jobIn(id, ['SUCCEEDED', 'PARTIAL', 'FAILED'])));
    expect(ended.map(({ done, failed }) => [done, failed]).sort()).toEqual([
      [0, 1],
      [1, 0],
    ]);
    expect(await linesOf(account)).toHaveLength(1);
  });

  it('is taken back while nobody claimed a line of it, and not after', async () => {
    const account = await newAccount();
    const file = statementOf('T1,2026-11-20 10:00:00,收,100.00,100.00,甲,');
    const first = await imported(account, file);
    await call('job/undoImport', { id: first.id });
    await jobIn(first.id, ['UNDONE']);
    expect(await linesOf(account)).toEqual([]);
    const second = await imported(account, file);
    const [line] = (await call('fund/queryLine', { accountId: account })).result.list;
    const claim = { lineId: line.id, companyId: companyId('A', 1), remark: '' };
    const { approvalId } = (await call('fund/claimTopUp', claim)).result;
    await call('approval/withdraw', { id: approvalId });
    await call('job/undoImport', { id: second.id });
    const ended = await jobIn(second.id, ['SUCCEEDED']);
    expect(ended.message.zh).toBe('1 条流水已被认领或匹配过，不能撤销');
    expect(await linesOf(account)).toHaveLength(1);
  });

  it('of an account that waits, of another tenant’s, or by somebody who does not reconcile: 406 ∅', async () => {
    const account = await newAccount();
    const file = statementOf('U1,2026-11-20 10:00:00,收,100.00,100.00,甲,');
    const waiting = await api.deps.database.prisma.platformAccount.findFirstOrThrow({
      where: { tenantId, state: 'REJECTED' },
    });
    expect(await upload(waiting.id, file)).toMatchObject({
      code: 406,
      msg: '账户尚未审核通过，不能导入对账单',
    });
    expect(await upload(await newAccount(0, 'B'), file)).toMatchObject({ code: 406, msg: '记录不存在' });
    expect((await upload(account, file, checker)).code).toBe(406);
    const { token } = await operator(api, '分公司', {
      permissions: ['fund.reconcile'],
      dataScope: 'COMPANY_TREE',
      companyId: companyId('A', 1),
    });
    expect(await upload(account, file, token)).toMatchObject({ code: 406, msg: '记录不存在' });
    expect(await linesOf(account)).toEqual([]);
  });

  it('its last balance stands beside the book of the account’s company', async () => {
    const account = await newAccount(1);
    const present = async () => (await call('platform/getAccount', { id: account })).result;
    expect(await present()).toMatchObject({ statementBalance: null, differenceAmount: null });
    await imported(
      account,
      statementOf(
        'V1,2026-11-20 10:00:00,收,100.00,100.00,甲,',
        'V2,2026-11-20 10:00:00,收,50.00,150.00,甲,',
        'V3,2026-11-20 10:00:00,支,30.00,120.00,甲,',
      ),
    );
    const { bookBalance, statementBalance, differenceAmount } = await present();
    expect([statementBalance, differenceAmount]).toEqual([12_000, 12_000 - bookBalance]);
  });

  test.each([
    [readTime, '2026-11-20 08:30:15', '2026-11-20T08:30:15+08:00'],
    [readTime, '2026/1/2 8:05', '2026-01-02T08:05:00+08:00'],
    [readTime, '2026年1月2日', '2026-01-02T00:00:00+08:00'],
    [readTime, '20261120083015', '2026-11-20T08:30:15+08:00'],
    [readAmount, '1,234.56', '123456'],
    [readAmount, '¥ 12', '1200'],
    [readAmount, '0.1', '10'],
    [readAmount, '12.3400', '1234'],
    [readBalance, '-1,000.5', '-100050'],
    [readBalance, '0', '0'],
    [readDirection, '收入', 'IN'],
    [readDirection, 'Debit', 'OUT'],
  ] as const)('%o reads %s as %s', (read, text, kept) => {
    expect(read(text)).toBe(kept);
  });

  test.each([
    [readTime, '2026-02-30'],
    [readTime, '2026-11-20 24:00:00'],
    [readTime, '昨天'],
    [readAmount, '12,34'],
    [readAmount, '1.234'],
    [readAmount, '0'],
    [readAmount, '-1'],
    [readAmount, '10,000,000,000.01'],
    [readBalance, '1,2345'],
    [readDirection, '转'],
  ] as const)('%o refuses %s', (read, text) => {
    expect(() => read(text)).toThrow();
  });
});

/** A line of so much that came in, in fen, of an account of its own. */
async function lineWith(amount: number, direction: 'IN' | 'OUT' = 'IN', key: 'A' | 'B' = 'A', index = 0) {
  made += 1;
  const state = direction === 'IN' ? 'UNCLAIMED' : 'UNMATCHED';
  const line = await api.deps.database.prisma.statementLine.create({
    data: {
      tenantId: tenantIdOf(key),
      accountId: await newAccount(index, key),
      bankNo: `W${made}`,
      at: new Date('2026-11-20T02:00:00Z'),
      ...{ direction, state, amount, balanceAfter: amount },
    },
  });
  await postMissing(api, 'statementLine');
  return line;
}

describe('a claim', () => {
  let company: string;
  beforeEach(async () => {
    const { id } = await api.deps.database.prisma.company.create({
      data: { tenantId, name: `公司${crypto.randomUUID()}` },
    });
    company = id;
  });
  const claim = (lineId: string, token = maker, companyOf = company) =>
    call('fund/claimTopUp', { lineId, companyId: companyOf, remark: '首笔充值' }, token);
  const flowsOf = async () =>
    (await call('fund/queryFlow', { companyId: company })).result.list.map(
      ({ account, kind, deltaAmount, sourceNo, externalNo, pairId }: Record<string, { kind: string }>) => [
        account?.kind,
        kind,
        deltaAmount,
        sourceNo,
        externalNo,
        pairId,
      ],
    );
  const lineIn = async (id: string) => (await call('fund/getLine', { id })).result;

  it('example 12: of two who claim a line of 5,000,000 one waits and one is refused; one flow', async () => {
    const line = await lineWith(5_000_000);
    const { token } = await operator(api, '第二人', { permissions: ['topup.view', 'topup.edit'] });
    const two = await Promise.all([claim(line.id), claim(line.id, token)]);
    expect(two.map(({ code, msg }) => [code, msg]).sort()).toEqual([
      [200, ''],
      [406, '该流水已被认领'],
    ]);
    const { result } = two.find(({ code }) => code === 200);
    expect(result).toMatchObject({
      state: 'CLAIMED',
      claim: { company: { id: company }, state: 'SUBMITTED', topUpNo: expect.stringMatching(/^CZ\d{8}$/) },
    });
    expect(await flowsOf()).toEqual([]);
    const decided = await Promise.all([
      call('approval/approve', { id: result.approvalId }, checker),
      call('approval/approve', { id: result.approvalId }, checker),
    ]);
    expect(decided.map(({ code }) => code).sort()).toEqual([200, 406]);
    expect(await flowsOf()).toEqual([
      ['ENTERPRISE', 'TOP_UP', 5_000_000, result.claim.topUpNo, line.bankNo, null],
    ]);
    expect(await lineIn(line.id)).toMatchObject({ state: 'MATCHED', claim: { state: 'SUCCESS' } });
    expect(await claim(line.id)).toMatchObject({ code: 406, msg: '该流水已被认领' });
    const log = await api.deps.database.prisma.operationLog.findMany({
      where: { targetId: line.id, result: 'SUCCESS' },
      orderBy: { id: 'asc' },
    });
    expect(log.map(({ action }) => action).sort()).toEqual(['approve', 'claimTopUp', 'submit']);
    await expectInvariants(api);
  });

  test.each(['reject', 'withdraw'] as const)('that ends in %s leaves the line to the next', async (end) => {
    const line = await lineWith(100);
    const { approvalId } = (await claim(line.id)).result;
    const input = { id: approvalId, reason: '不是这家' };
    expect((await call(`approval/${end}`, input, end === 'reject' ? checker : maker)).code).toBe(200);
    expect(await lineIn(line.id)).toMatchObject({ state: 'UNCLAIMED', claim: null });
    const again = await claim(line.id);
    expect((await call('approval/approve', { id: again.result.approvalId }, checker)).code).toBe(200);
    expect(await flowsOf()).toHaveLength(1);
    const states = await api.deps.database.prisma.topUp.findMany({
      where: { statementLineId: line.id },
      orderBy: { topUpNo: 'asc' },
    });
    expect(states.map(({ state }) => state)).toEqual([
      end === 'reject' ? 'REJECTED' : 'WITHDRAWN',
      'SUCCESS',
    ]);
    await expectInvariants(api);
  });

  it('is decided by somebody else who approves top-ups, once', async () => {
    const line = await lineWith(100);
    const { approvalId: id } = (await claim(line.id)).result;
    expect((await call('approval/approve', { id })).msg).toBe('经办人不能审批自己提交的事项');
    const { token } = await operator(api, '别的审核', { permissions: ['fund.approve', 'topup.view'] });
    expect((await call('approval/approve', { id }, token)).code).toBe(406);
    expect(await flowsOf()).toEqual([]);
    expect((await call('approval/getApproval', { id }, checker)).result).toMatchObject({
      subjectType: 'topUpClaim',
      amount: 100,
      reason: '首笔充值',
      link: expect.stringContaining(`tab=claims&open=${line.id}`),
    });
  });

  it('of money that went out, of another tenant’s line or for its company, or by who may not: 406 ∅', async () => {
    const out = await lineWith(100, 'OUT');
    expect(await claim(out.id)).toMatchObject({ code: 406, msg: '仅收入流水可认领' });
    const line = await lineWith(100);
    for (const tried of [
      await claim((await lineWith(100, 'IN', 'B')).id),
      await claim(line.id, maker, companyId('B', 0)),
    ]) {
      expect(tried).toMatchObject({ code: 406, msg: '记录不存在' });
    }
    expect((await claim(line.id, checker)).code).toBe(406);
    const { token } = await operator(api, '分公司', {
      permissions: ['topup.view', 'topup.edit'],
      dataScope: 'COMPANY_TREE',
      companyId: companyId('A', 1),
    });
    expect(await claim(line.id, token)).toMatchObject({ code: 406, msg: '记录不存在' });
    const own = await lineWith(100, 'IN', 'A', 1);
    expect((await call('fund/getLine', { id: line.id }, token)).msg).toBe('记录不存在');
    const seen = (await call('fund/queryLine', { pageSize: 200 }, token)).result.list;
    expect([...new Set(seen.map(({ account }: StatementLineRow) => account.company.id))]).toEqual([
      companyId('A', 1),
    ]);
    expect(await claim(own.id, token)).toMatchObject({ code: 406, msg: '记录不存在' });
    expect(
      (await call('fund/queryLineCompany', { id: own.id }, token)).result.map(({ id }: { id: string }) => id),
    ).toEqual([companyId('A', 1)]);
    expect((await claim(own.id, token, companyId('A', 1))).code).toBe(200);
    expect(await lineIn(line.id)).toMatchObject({ state: 'UNCLAIMED', claim: null });
  });

  it('over the ceiling of its maker is refused; within a threshold that the tenant raised it is done at once', async () => {
    const line = await lineWith(100);
    const { token } = await operator(api, '限额', {
      permissions: ['topup.view', 'topup.edit'],
      amountCeiling: 99,
    });
    expect((await claim(line.id, token)).code).toBe(406);
    await setThreshold(api, 'topUpClaim', plenty);
    const { result } = await claim(line.id);
    await setThreshold(api, 'topUpClaim', { amount: 0 });
    expect(result).toMatchObject({ approvalId: null, state: 'MATCHED', claim: { state: 'SUCCESS' } });
    expect(await flowsOf()).toHaveLength(1);
    await expectInvariants(api);
  });

  it('the same request again, under its key, is the first answer', async () => {
    const line = await lineWith(100);
    const input = { lineId: line.id, companyId: company, remark: '' };
    const send = () => api.call('fund/claimTopUp', input, maker, { 'Idempotency-Key': line.id });
    const [first, second] = [await send(), await send()];
    expect(second.body).toEqual(first.body);
    expect(first.body.code).toBe(200);
  });

  it('a line that nobody claims is a to-do of those who may', async () => {
    const count = async (token: string) =>
      (await call('home/getHome', {}, token)).result.todos.find(
        ({ kind }: { kind: string }) => kind === 'lineUnclaimed',
      )?.count;
    await lineWith(1);
    const before = await count(maker);
    const line = await lineWith(100);
    expect(await count(maker)).toBe(before + 1);
    await claim(line.id);
    expect(await count(maker)).toBe(before);
    expect(await count(checker)).toBeUndefined();
  });
});

describe('the database refuses', () => {
  const topUp = (line: { id: string; amount: bigint }, change: object = {}) => {
    made += 1;
    return api.deps.database.prisma.topUp.create({
      data: {
        tenantId,
        topUpNo: `X${made}`,
        companyId: companyId('A', 0),
        statementLineId: line.id,
        amount: line.amount,
        received: line.amount,
        target: 'COMPANY',
        channel: 'TRANSFER',
        state: 'SUBMITTED',
        ...change,
      } as never,
    });
  };
  it('a bank’s number twice an account', async () => {
    const { id: _, ...line } = await lineWith(100);
    await expect(api.deps.database.prisma.statementLine.create({ data: line as never })).rejects.toThrow(
      /Unique/,
    );
  });

  test.each([
    ['its amount', { amount: 101 }],
    ['its balance', { balanceAfter: 1 }],
    ['its number', { bankNo: 'other' }],
    ['its direction', { direction: 'OUT' as const }],
    ['its time', { at: new Date() }],
  ])('a line with other figures: %s', async (_, data) => {
    const { id } = await lineWith(100);
    await expect(
      api.deps.database.prisma.statementLine.updateMany({ where: { tenantId, id }, data }),
    ).rejects.toThrow(/refuse_other_line|statement_lines_way/);
  });

  it('a line that is matched without a claim, and taking away one that is claimed', async () => {
    const line = await lineWith(100);
    const where = { tenantId, id: line.id };
    const { prisma } = api.deps.database;
    await expect(prisma.statementLine.updateMany({ where, data: { state: 'MATCHED' } })).rejects.toThrow(
      /refuse_other_line/,
    );
    await prisma.statementLine.updateMany({ where, data: { state: 'CLAIMED' } });
    await expect(prisma.statementLine.deleteMany({ where })).rejects.toThrow(/refuse_used_line/);
    await prisma.statementLine.updateMany({ where, data: { state: 'UNCLAIMED' } });
  });

  it('a claim over a live one, of another amount, and of money that went out', async () => {
    const line = await lineWith(100);
    const first = await topUp(line);
    await expect(topUp(line)).rejects.toThrow(/top_ups_one_a_line|Unique/);
    await api.deps.database.prisma.topUp.updateMany({
      where: { tenantId, id: first.id },
      data: { state: 'REJECTED' },
    });
    await expect(topUp(line, { amount: 99, received: 99 })).rejects.toThrow(/refuse_other_claim/);
    await expect(topUp(await lineWith(100, 'OUT'))).rejects.toThrow(/refuse_other_claim/);
    await expect(topUp(line, { received: 99 })).rejects.toThrow(/top_ups_amount/);
    await expect(topUp(line, { received: 99, fee: 1, bonus: 1 })).rejects.toThrow(/top_ups_amount/);
  });

  it('a top-up that nobody approved, another one than was handed in, and deciding it again', async () => {
    const line = await lineWith(100);
    const { prisma } = api.deps.database;
    const { id } = await topUp(line);
    const set = (data: object) => prisma.topUp.updateMany({ where: { tenantId, id }, data });
    await expect(set({ state: 'SUCCESS' })).rejects.toThrow(/refuse_unapproved_money/);
    await expect(set({ companyId: companyId('A', 1) })).rejects.toThrow(/refuse_other_top_up/);
    await set({ state: 'WITHDRAWN' });
    await expect(set({ state: 'SUBMITTED' })).rejects.toThrow(/refuse_other_top_up/);
  });

  it('a second flow of a top-up', async () => {
    const { prisma } = api.deps.database;
    const flow = await prisma.fundFlow.findFirstOrThrow({ where: { tenantId, kind: 'TOP_UP' } });
    const { id: _, seq, ...same } = flow;
    await expect(prisma.fundFlow.create({ data: { ...same, seq: seq + 1_000_000 } })).rejects.toThrow(
      /Unique/,
    );
  });
});
