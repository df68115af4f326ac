import { connect } from '@xyxlx/database/connect';
import { companyId, tenantId as tenantIdOf, userId } from '@xyxlx/database/seed/tenants';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { expectInvariants } from '../../../../../tests/support/invariants.ts';
import { operator } from '../../../../../tests/support/operator.ts';
import { postMissing } from '../../../../../tests/support/post-missing.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { setThreshold } from '../../../../../tests/support/thresholds.ts';
import { dayBefore, shanghaiDay } from '../../platform/time/shanghai.ts';

let api: TestApi;
let maker: string;
let checker: string;
let owner: pg.Client;
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
const fundOf = (index: number, kind: 'ENTERPRISE' | 'RESERVE' | 'SETTLEMENT' | 'FEE' = 'ENTERPRISE') =>
  api.deps.database.prisma.fundAccount.findUniqueOrThrow({
    where: { tenantId_companyId_kind: { tenantId, companyId: companyId('A', index), kind } },
  });

/** What came into 待结算 and 手续费 here did not come from payments. */
const byHand = ['controlledAccountsMirror'];
/** A company of the tenant with so much in its account of a kind, in fen; the account's id. */
async function accountWith(
  balance: number,
  {
    kind = 'ENTERPRISE',
    tenant = tenantId,
  }: { kind?: 'ENTERPRISE' | 'FEE' | 'SETTLEMENT'; tenant?: string } = {},
): Promise<string> {
  const { prisma } = api.deps.database;
  const company = await prisma.company.create({
    data: { tenantId: tenant, name: `公司${crypto.randomUUID()}` },
  });
  const { id } = await prisma.fundAccount.create({
    data: { tenantId: tenant, companyId: company.id, kind, balance, flowSeq: balance > 0 ? 1 : 0 },
  });
  if (balance > 0) {
    const source = { sourceType: 'topUp', sourceId: id };
    await prisma.fundFlow.create({
      data: {
        tenantId: tenant,
        accountId: id,
        seq: 1,
        kind: 'TOP_UP',
        delta: balance,
        balanceAfter: balance,
        ...source,
      },
    });
    await postMissing(api, 'opening');
  }
  return id;
}

async function figures(id: string) {
  const account = await api.deps.database.prisma.fundAccount.findUniqueOrThrow({
    where: { tenantId_id: { tenantId, id } },
  });
  return { balance: Number(account.balance), frozen: Number(account.frozen) };
}

const transfer = (fromId: string, toId: string, amount: number, token = maker) =>
  call('fund/addTransfer', { fromId, toId, amount, reason: '调拨' }, token);

it('the seeds have fees of three platforms, thirty closed days, a 长款 and a 短款, a line to be claimed and two transfers', async () => {
  const { rows } = await owner.query(
    `SELECT (SELECT array_agg(fee_bps ORDER BY fee_bps) FROM platforms WHERE tenant_id = $1) AS fees,
       (SELECT array_agg(kind ORDER BY kind) FROM reconciliation_breaks WHERE tenant_id = $1 AND state = 'OPEN') AS breaks,
       (SELECT array_agg(state ORDER BY state) FROM statement_lines WHERE tenant_id = $1 AND direction = 'IN') AS lines,
       (SELECT array_agg(state ORDER BY state) FROM fund_transfers WHERE tenant_id = $1) AS transfers,
       (SELECT min(closed) FROM (SELECT count(*)::int AS closed FROM fund_day_closes
         WHERE tenant_id = $1 AND closed_at IS NOT NULL GROUP BY company_id) d) AS days`,
    [tenantId],
  );
  const { days, ...others } = rows[0];
  expect(others).toEqual({
    fees: [0, 38, 60],
    breaks: ['LONG', 'SHORT'],
    lines: ['UNCLAIMED'],
    transfers: ['DONE', 'SUBMITTED'],
  });
  expect(days).toBeGreaterThanOrEqual(30);
});

describe('结算 and 提现', () => {
  const payout = async (state: 'ACTIVE' | 'PENDING' = 'ACTIVE', key: 'A' | 'B' = 'A'): Promise<string> => {
    const { rows } = await owner.query(
      `INSERT INTO platform_accounts (tenant_id, platform_id, company_id, kind, name, bank, account_no, state)
       SELECT $1, p.id, $2, 'BANK', '付款户', '银行', (10000000 + floor(random() * 80000000))::int::text, $3 FROM platforms p WHERE p.tenant_id = $1
       LIMIT 1 RETURNING id`,
      [tenantIdOf(key), companyId(key, 0), state],
    );
    return rows[0].id;
  };
  const pay = (fromId: string, platformAccountId: string, amount: number, token = maker) =>
    call('fund/addTransfer', { fromId, platformAccountId, amount, reason: '付款' }, token);

  it.each([
    ['SETTLEMENT', 'SETTLE'],
    ['ENTERPRISE', 'WITHDRAW'],
  ] as const)(
    'of %s holds what it takes, and leaves by one flow %s once somebody else agrees',
    async (kind, flow) => {
      const [from, account] = [await accountWith(1_000, { kind }), await payout()];
      const { result } = await pay(from, account, 700);
      expect(result).toMatchObject({
        state: 'SUBMITTED',
        to: null,
        platformAccount: { id: account, name: '付款户' },
      });
      expect(await figures(from)).toEqual({ balance: 1_000, frozen: 700 });
      const shown = async () => (await call('platform/getAccount', { id: account })).result;
      expect(await shown()).toMatchObject({ bookBalance: 0, frozenBalance: 700, availableBalance: -700 });
      expect((await pay(from, account, 301)).msg).toMatch(/余额不足$/);
      expect((await call('approval/approve', { id: result.approvalId })).code).toBe(406);
      expect((await call('approval/approve', { id: result.approvalId }, checker)).code).toBe(200);
      expect(await figures(from)).toEqual({ balance: 300, frozen: 0 });
      const flows = await api.deps.database.prisma.fundFlow.findMany({ where: { sourceId: result.id } });
      expect(flows).toMatchObject([
        {
          ...{ accountId: from, kind: flow, delta: -700n, pairId: null },
          ...{ externalNo: result.transferNo, platformAccountId: account },
        },
      ]);
      expect(await shown()).toMatchObject({ bookBalance: -700, frozenBalance: 0 });
      await expectInvariants(api, byHand);
    },
  );

  it('rejected or withdrawn, moves nothing', async () => {
    const [from, account] = [await accountWith(1_000), await payout()];
    const one = (await pay(from, account, 700)).result;
    await call('approval/withdraw', { id: one.approvalId });
    const two = (await pay(from, account, 1_000)).result;
    await call('approval/reject', { id: two.approvalId, reason: '不付' }, checker);
    expect(await figures(from)).toEqual({ balance: 1_000, frozen: 0 });
    await expectInvariants(api, byHand);
  });

  it('of other kinds, both ends or none, an account that waits or of another tenant: 406 ∅', async () => {
    const [from, account] = [await accountWith(1_000), await payout()];
    const tries = [
      [await pay(await accountWith(1_000, { kind: 'FEE' }), account, 1), '该类账户之间不能划转'],
      [await pay((await fundOf(0, 'RESERVE')).id, account, 1), '该类账户之间不能划转'],
      [await pay(from, await payout('PENDING'), 1), '平台账户尚未审核通过，不能付款'],
      [await pay(from, await payout('ACTIVE', 'B'), 1), '记录不存在'],
      [
        await call('fund/addTransfer', { fromId: from, amount: 1, reason: 'x' }),
        '请选择转入账户或平台账户之一',
      ],
      [
        await call('fund/addTransfer', {
          ...{ fromId: from, toId: await accountWith(0), platformAccountId: account, amount: 1, reason: 'x' },
        }),
        '请选择转入账户或平台账户之一',
      ],
    ] as const;
    for (const [answer, msg] of tries) expect(answer).toMatchObject({ code: 406, msg });
    expect(await figures(from)).toEqual({ balance: 1_000, frozen: 0 });
    const { token } = await operator(api, '分公司', {
      permissions: ['fund.transfer'],
      dataScope: 'COMPANY_TREE',
      companyId: companyId('A', 1),
    });
    expect(await pay((await fundOf(1)).id, account, 1, token)).toMatchObject({ msg: '记录不存在' });
  });

  it('is offered the accounts in use of the tenant of what it leaves, of companies that one sees', async () => {
    const [ofA, ofB, waiting] = [await payout(), await payout('ACTIVE', 'B'), await payout('PENDING')];
    const platform = await api.signIn('13800000001');
    const offered = async (fromId: string, token: string) => {
      const { result } = await call('fund/queryPayoutAccount', { fromId }, token);
      const ids = result.map(({ id }: { id: string }) => id);
      return [ofA, ofB, waiting].map((id) => ids.includes(id));
    };
    expect(await offered(await accountWith(0), platform)).toEqual([true, false, false]);
    expect(await offered(await accountWith(0, { tenant: tenantIdOf('B') }), platform)).toEqual([
      ...[false, true, false],
    ]);
    const { token } = await operator(api, '分公司付款', {
      permissions: ['fund.transfer'],
      dataScope: 'COMPANY_TREE',
      companyId: companyId('A', 1),
    });
    expect(await offered((await fundOf(1)).id, token)).toEqual([false, false, false]);
    const unseen = { fromId: (await fundOf(0)).id };
    expect((await call('fund/queryPayoutAccount', unseen, token)).result).toEqual([]);
  });
});

describe('a transfer', () => {
  let from: string;
  let to: string;
  beforeEach(async () => {
    from = await accountWith(1_000_000);
    to = await accountWith(0);
  });

  it('holds what it takes until somebody else agrees, and then moves both accounts by one pair', async () => {
    const { result } = await transfer(from, to, 600_000);
    expect(result).toMatchObject({
      state: 'SUBMITTED',
      amount: 600_000,
      transferNo: expect.stringMatching(/^HZ\d{8}$/),
    });
    expect(await figures(from)).toEqual({ balance: 1_000_000, frozen: 600_000 });
    const own = await call('approval/approve', { id: result.approvalId });
    expect(own).toMatchObject({ code: 406, msg: '经办人不能审批自己提交的事项' });
    expect(await call('approval/approve', { id: result.approvalId }, checker)).toMatchObject({ code: 200 });
    expect([await figures(from), await figures(to)]).toEqual([
      { balance: 400_000, frozen: 0 },
      { balance: 600_000, frozen: 0 },
    ]);
    const flows = await api.deps.database.prisma.fundFlow.findMany({
      where: { sourceId: result.id },
      orderBy: { delta: 'asc' },
    });
    expect(
      flows.map(({ accountId, kind, delta, remark }) => [accountId, kind, Number(delta), remark]),
    ).toEqual([
      [from, 'TRANSFER_OUT', -600_000, result.transferNo],
      [to, 'TRANSFER_IN', 600_000, result.transferNo],
    ]);
    expect(flows[0]?.pairId).toBe(flows[1]?.pairId);
    const hold = (await call('fund/queryHold', { accountId: from })).result.list;
    const source = { type: 'fundTransfer', id: result.id };
    expect(hold).toMatchObject([
      { amount: 600_000, usedAmount: 600_000, state: 'USED', sourceNo: result.transferNo, source },
    ]);
    const [{ account, createdAt }] = hold;
    const company = { companyId: account.company.id };
    const day = shanghaiDay(new Date(createdAt));
    const otherDay = dayBefore(day, 1);
    for (const [given, count] of [
      [{ ...company, kind: ['ENTERPRISE'], createdFrom: day, createdTo: day }, 1],
      [{ ...company, kind: ['FEE'] }, 0],
      [{ ...company, createdTo: otherDay }, 0],
      [{ ...company, createdFrom: dayBefore(day, -1) }, 0],
    ] as const) {
      expect((await call('fund/queryHold', given)).result.list, JSON.stringify(given)).toHaveLength(count);
    }
    expect((await call('fund/queryFlow', { accountId: to })).result.list).toMatchObject([
      { kind: 'TRANSFER_IN', sourceNo: result.transferNo, source },
    ]);
    expect((await call('fund/queryTransfer', {})).result.list[0]).toMatchObject({
      id: result.id,
      state: 'DONE',
    });
    await expectInvariants(api, byHand);
  });

  it('example 10: of two that race for a balance one holds and one is refused; rejected, nothing is frozen', async () => {
    // Two makers: one alone takes turns with themself.
    const { token } = await operator(api, '经办三', { permissions: ['fund.view', 'fund.transfer'] });
    const two = await Promise.all([transfer(from, to, 600_000), transfer(from, to, 600_000, token)]);
    expect(two.map(({ code, msg }) => [code, code === 406 ? msg : ''])).toEqual(
      expect.arrayContaining([
        [200, ''],
        [406, '企业资金余额不足'],
      ]),
    );
    expect(await figures(from)).toEqual({ balance: 1_000_000, frozen: 600_000 });
    const [held] = two.filter(({ code }) => code === 200);
    const { approvalId, id } = held.result;
    const rejected = await call('approval/reject', { id: approvalId, reason: '不需要' }, checker);
    expect(rejected).toMatchObject({ code: 200 });
    expect(await figures(from)).toEqual({ balance: 1_000_000, frozen: 0 });
    const row = await api.deps.database.prisma.fundTransfer.findFirstOrThrow({ where: { id } });
    expect(row.state).toBe('REJECTED');
    await expectInvariants(api, byHand);
  });

  it('its maker takes back: the hold is released, and it can be decided no more', async () => {
    const { result } = await transfer(from, to, 1_000_000);
    expect(await call('approval/withdraw', { id: result.approvalId })).toMatchObject({ code: 200 });
    expect(await figures(from)).toEqual({ balance: 1_000_000, frozen: 0 });
    const late = await call('approval/approve', { id: result.approvalId }, checker);
    expect(late).toMatchObject({ code: 406, msg: '已被处理' });
    expect(await figures(to)).toEqual({ balance: 0, frozen: 0 });
  });

  it('two checkers at once move it once', async () => {
    const { result } = await transfer(from, to, 1);
    const other = (await operator(api, '复核二', { permissions: ['fund.view', 'fund.approve'] })).token;
    const decided = await Promise.all(
      [checker, other].map((token) => call('approval/approve', { id: result.approvalId }, token)),
    );
    expect(decided.map(({ code }) => code).sort()).toEqual([200, 406]);
    expect(await figures(to)).toEqual({ balance: 1, frozen: 0 });
  });

  it('takes all that is free to the fen, and not one more', async () => {
    expect(await transfer(from, to, 1_000_001)).toMatchObject({ code: 406, msg: '企业资金余额不足' });
    expect(await transfer(from, to, 999_999)).toMatchObject({ code: 200 });
    expect(await transfer(from, to, 2)).toMatchObject({ code: 406 });
    expect(await transfer(from, to, 1)).toMatchObject({ code: 200 });
  });

  it('what is held is not issued to limits', async () => {
    const { prisma } = api.deps.database;
    const { id, balance, frozen } = await fundOf(1);
    const { result } = await transfer(id, to, Number(balance - frozen) - 100);
    const { employeeId } = await prisma.limitAccount.findFirstOrThrow({
      where: { tenantId, companyId: companyId('A', 1), employee: { state: 'ACTIVE' } },
    });
    const give = (amount: number) =>
      call('limit/adjustLimit', { employeeId, type: 'INCREASE', amount, reason: '补发' });
    expect(await give(101)).toMatchObject({ code: 406, msg: '企业资金余额不足' });
    expect(await give(100)).toMatchObject({ code: 200 });
    await call('approval/withdraw', { id: result.approvalId });
    await expectInvariants(api, byHand);
  });

  it('crossing another one, both of them done at once, neither waits for the other', async () => {
    await setThreshold(api, 'fundTransfer', { amount: 10, dayAmount: 1_000 });
    const back = await accountWith(1_000);
    const permissions = ['fund.view', 'fund.transfer'];
    const [one, other] = await Promise.all([1, 2].map((n) => operator(api, `经办${n}`, { permissions })));
    const done = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        n % 2 ? transfer(from, back, 1, one?.token) : transfer(back, from, 1, other?.token),
      ),
    );
    expect(done.map(({ code, result }) => [code, result?.state])).toEqual(Array(6).fill([200, 'DONE']));
    expect([await figures(from), await figures(back)]).toEqual([
      { balance: 1_000_000, frozen: 0 },
      { balance: 1_000, frozen: 0 },
    ]);
    await setThreshold(api, 'fundTransfer', { amount: 0 });
    await expectInvariants(api, byHand);
  });

  it('within the threshold of an act and of the maker’s day needs nobody; what passes the day waits', async () => {
    const { token } = await operator(api, '经办二', { permissions: ['fund.view', 'fund.transfer'] });
    await setThreshold(api, 'fundTransfer', { amount: 100, dayAmount: 150 });
    expect((await transfer(from, to, 100, token)).result).toMatchObject({ state: 'DONE', approvalId: null });
    expect((await transfer(from, to, 51, token)).result.state).toBe('SUBMITTED');
    expect((await transfer(from, to, 50, token)).result.state).toBe('DONE');
    expect((await transfer(from, to, 1, token)).result.state).toBe('SUBMITTED');
    await setThreshold(api, 'fundTransfer', { amount: 0 });
    await expectInvariants(api, byHand);
  });

  it.each([
    ['to itself', 'ENTERPRISE', null],
    ['of 企业资金 to 手续费', 'ENTERPRISE', 'FEE'],
    ['of 手续费 to 手续费', 'FEE', 'FEE'],
    ['of 待结算 to 企业资金', 'SETTLEMENT', 'ENTERPRISE'],
  ] as const)('%s is refused, by the service and by the database', async (_, kind, target) => {
    const a = await accountWith(1_000, { kind });
    const b = target === null ? a : await accountWith(0, { kind: target });
    expect(await transfer(a, b, 1)).toMatchObject({ code: 406, msg: '该类账户之间不能划转' });
    const insert = owner.query(
      `INSERT INTO fund_transfers (tenant_id, transfer_no, from_id, to_id, amount, reason, state)
       VALUES ($1, 'HZX', $2, $3, 1, 't', 'SUBMITTED')`,
      [tenantId, a, b],
    );
    await expect(insert).rejects.toThrow(/refuse_disallowed_transfer|fund_transfers_elsewhere/);
  });

  it('of 手续费 to 企业资金 is one that is allowed', async () => {
    const fees = await accountWith(700, { kind: 'FEE' });
    const { result } = await transfer(fees, to, 700);
    await call('approval/approve', { id: result.approvalId }, checker);
    expect(await figures(to)).toEqual({ balance: 700, frozen: 0 });
    expect(await transfer(fees, to, 1)).toMatchObject({ code: 406, msg: '手续费余额不足' });
  });

  it('over a ceiling, of another tenant, of a company that one does not see: refused, and nothing is held', async () => {
    const permissions = ['fund.view', 'fund.transfer'];
    const small = (await operator(api, '小额', { permissions, amountCeiling: 100 })).token;
    expect((await transfer(from, to, 101, small)).msg).toContain('权限上限');
    const branch = await operator(api, '分公司', {
      permissions,
      dataScope: 'COMPANY_TREE',
      companyId: companyId('A', 1),
    });
    const { id: seen } = await fundOf(1);
    expect(await transfer(seen, to, 1, branch.token)).toMatchObject({ code: 406, msg: '记录不存在' });
    expect(await transfer(from, seen, 1, branch.token)).toMatchObject({ code: 406, msg: '记录不存在' });
    const foreign = await accountWith(5, { tenant: tenantIdOf('B') });
    expect(await transfer(from, foreign, 1)).toMatchObject({ code: 406, msg: '记录不存在' });
    const platform = await api.signIn('13800000001');
    expect(await transfer(from, foreign, 1, platform)).toMatchObject({ code: 406, msg: '记录不存在' });
    expect(await figures(from)).toEqual({ balance: 1_000_000, frozen: 0 });
    const visible = await call('fund/queryAccount', { pageSize: 200 }, branch.token);
    expect(new Set(visible.result.list.map((row: { company: { id: string } }) => row.company.id))).toEqual(
      new Set([companyId('A', 1)]),
    );
  });

  it('tells before it is handed in what is free, and who of that company could decide', async () => {
    const ask = { subjectType: 'fundTransfer', accountId: from, amount: 1_000 };
    const { result } = await call('approval/forecastAct', ask);
    expect(result).toMatchObject({ waits: true, fundBalance: 1_000_000 });
    expect(result.mayDecide.map(({ name }: { name: string }) => name)).toContain('财务复核');
  });
});

describe('what the database refuses, whoever writes', () => {
  const refused = async (text: string, values: unknown[], message: RegExp) =>
    expect(owner.query(text, values)).rejects.toThrow(message);

  test('holds: none of nothing, no more used than held, one at a time for a source, ended once', async () => {
    const accountId = await accountWith(1_000);
    const insert = `INSERT INTO fund_holds (tenant_id, account_id, amount, used, source_type, source_id, source_no)
      VALUES ($1, $2, $3, $4, 'test', $5, 'X') RETURNING id`;
    const source = crypto.randomUUID();
    await refused(insert, [tenantId, accountId, 0, 0, source], /fund_holds_amount/);
    await refused(insert, [tenantId, accountId, 5, 6, source], /fund_holds_used/);
    const { rows } = await owner.query(insert, [tenantId, accountId, 5, 0, source]);
    await refused(insert, [tenantId, accountId, 5, 0, source], /fund_holds_one_held/);
    const [{ id }] = rows;
    const set = (what: string) =>
      `UPDATE fund_holds SET ${what} WHERE tenant_id = '${tenantId}' AND id = '${id}'`;
    await refused(set('amount = 6'), [], /refuse_other_hold/);
    await refused(set("state = 'USED'"), [], /fund_holds_used/);
    await owner.query(set("state = 'RELEASED'"));
    await refused(set("state = 'HELD'"), [], /refuse_other_hold/);
    await refused(set("state = 'USED', used = amount"), [], /refuse_other_hold/);
  });

  test('transfers: of nothing, to nowhere or two places, decided twice, changed, or done without a checker', async () => {
    const from = await accountWith(1_000);
    const to = await accountWith(0);
    const insert = `INSERT INTO fund_transfers (tenant_id, transfer_no, from_id, to_id, platform_account_id, amount, reason, state)
      VALUES ($1, $2, $3, $4, $5, $6, 't', $7) RETURNING id`;
    const no = () => crypto.randomUUID();
    await refused(insert, [tenantId, no(), from, to, null, 0, 'SUBMITTED'], /fund_transfers_amount/);
    await refused(insert, [tenantId, no(), from, null, null, 1, 'SUBMITTED'], /fund_transfers_one_end/);
    await refused(insert, [tenantId, no(), from, to, no(), 1, 'SUBMITTED'], /fund_transfers_one_end/);
    await refused(insert, [tenantId, no(), from, to, null, 1, 'DONE'], /refuse_unapproved_money/);
    const { rows } = await owner.query(insert, [tenantId, no(), from, to, null, 1, 'SUBMITTED']);
    const [{ id }] = rows;
    const set = (what: string) =>
      `UPDATE fund_transfers SET ${what} WHERE tenant_id = '${tenantId}' AND id = '${id}'`;
    await refused(set("state = 'DONE'"), [], /refuse_unapproved_money/);
    await refused(set("state = 'REJECTED', amount = 2"), [], /refuse_other_transfer/);
    await owner.query(set("state = 'REJECTED'"));
    await refused(set("state = 'WITHDRAWN'"), [], /refuse_other_transfer/);
  });

  test('half a pair of flows', async () => {
    const accountId = await accountWith(0);
    const write = (kind: string, pair: string | null, delta: number) => ({
      text: `INSERT INTO fund_flows (tenant_id, account_id, seq, kind, delta, balance_after, source_type, source_id, pair_id)
        VALUES ($1, $2, (SELECT coalesce(max(seq), 0) + 1 FROM fund_flows WHERE tenant_id = $1 AND account_id = $2), $3, $4, 0, 't', $2, $5)`,
      values: [tenantId, accountId, kind, delta, pair],
    });
    const pair = crypto.randomUUID();
    await expect(owner.query(write('LIMIT_ISSUE', null, -5))).rejects.toThrow(/refuse_half_pair/);
    await expect(owner.query(write('TRANSFER_OUT', pair, -5))).rejects.toThrow(/refuse_half_pair/);
    await owner.query('BEGIN');
    await owner.query(write('TRANSFER_OUT', pair, -5));
    await owner.query(write('TRANSFER_IN', pair, 5));
    await owner.query('SET CONSTRAINTS ALL IMMEDIATE');
    await owner.query('ROLLBACK');
  });
});

describe('the alert below a threshold', () => {
  const told = () =>
    api.deps.database.prisma.notification.count({
      where: { tenantId, kind: 'fund.low', userId: userId('13800000003') },
    });
  const edit = async (id: string, thresholdAmount: number | null) => {
    const { version } = await api.deps.database.prisma.fundAccount.findFirstOrThrow({ where: { id } });
    return call('fund/editThreshold', { id, version, thresholdAmount });
  };

  it('may be nothing, of which nobody is told while the fund has something', async () => {
    const from = await accountWith(100);
    const before = await told();
    expect((await edit(from, 0)).result).toMatchObject({ thresholdAmount: 0 });
    await transfer(from, await accountWith(0), 100);
    expect(await told()).toBe(before);
    const { result } = await call('fund/queryAccount', { accountId: from, low: true });
    expect(result.list).toEqual([]);
    expect((await edit(from, -1)).code).toBe(400);
  });

  it('comes once, at the first fen below, and again only after the balance was at or above it', async () => {
    const from = await accountWith(1_000);
    const to = await accountWith(0);
    expect((await edit(from, 900)).result).toMatchObject({ thresholdAmount: 900, availableBalance: 1_000 });
    const before = await told();
    const exact = await transfer(from, to, 100);
    expect(await told()).toBe(before);
    const below = await transfer(from, to, 1);
    expect(await told()).toBe(before + 1);
    await transfer(from, to, 1);
    expect(await told()).toBe(before + 1);
    // What is carried out was held before: nothing becomes less by it.
    await call('approval/approve', { id: exact.result.approvalId }, checker);
    expect(await told()).toBe(before + 1);
    await call('approval/withdraw', { id: below.result.approvalId });
    const back = await accountWith(10);
    const { result } = await transfer(back, from, 10);
    await call('approval/approve', { id: result.approvalId }, checker);
    expect(await told()).toBe(before + 1);
    await transfer(from, to, 20);
    expect(await told()).toBe(before + 2);
    const latest = await api.deps.database.prisma.notification.findFirstOrThrow({
      where: { kind: 'fund.low' },
      orderBy: { id: 'desc' },
    });
    expect(latest.titleZh).toMatch(/^公司.*的企业资金可用 8\.89 元，低于预警 9\.00 元$/);
  });

  it('none without a threshold; raised over the balance at once; only to those who see the company', async () => {
    const { prisma } = api.deps.database;
    const from = await accountWith(1_000);
    const other = await operator(api, '旁观', {
      permissions: ['fund.view'],
      dataScope: 'COMPANY_TREE',
      companyId: companyId('A', 2),
    });
    const before = await told();
    await transfer(from, await accountWith(0), 999);
    expect(await told()).toBe(before);
    await edit(from, 2);
    expect(await told()).toBe(before + 1);
    await edit(from, null);
    await edit(from, 3);
    expect(await told()).toBe(before + 2);
    expect(await prisma.notification.count({ where: { userId: other.session.userId } })).toBe(0);
  });

  it('is refused in a stale version, logged, and an issue to limits sets it off as well', async () => {
    const { prisma } = api.deps.database;
    const { id, version, balance, frozen } = await fundOf(2);
    expect(await call('fund/editThreshold', { id, version: version + 1, thresholdAmount: 1 })).toMatchObject({
      code: 406,
    });
    await edit(id, Number(balance - frozen));
    const before = await told();
    const { employeeId } = await prisma.limitAccount.findFirstOrThrow({
      where: { tenantId, companyId: companyId('A', 2), employee: { state: 'ACTIVE' } },
    });
    await call('limit/adjustLimit', { employeeId, type: 'INCREASE', amount: 1, reason: '补发' });
    expect(await told()).toBe(before + 1);
    const log = await prisma.operationLog.findFirstOrThrow({
      where: { action: 'editThreshold', module: 'fund', targetId: id, result: 'SUCCESS' },
      orderBy: { id: 'desc' },
    });
    expect(log.after).toEqual({ thresholdAmount: Number(balance - frozen) });
  });
});

describe('a merchant that moved to another company', () => {
  it('takes its limits along; later refunds of earlier payments go to the fund that paid', async () => {
    const { prisma } = api.deps.database;
    const merchant = await prisma.merchant.findFirstOrThrow({
      where: {
        tenantId,
        state: 'ACTIVE',
        companyId: companyId('A', 3),
        employees: { some: { state: 'ACTIVE' } },
      },
    });
    const { employeeId } = await prisma.limitAccount.findFirstOrThrow({
      where: { merchantId: merchant.id, available: { gt: 2_000 }, employee: { state: 'ACTIVE' } },
    });
    const paid = await call('dev/pay', { employeeId, amount: 2_000 });
    const admin = await api.signIn('13800000001');
    const detail = (await call('merchant/getMerchant', { id: merchant.id }, admin)).result;
    const edited = await call(
      'merchant/editMerchant',
      {
        ...{ id: merchant.id, version: detail.version, name: detail.name, shortName: detail.shortName },
        ...{ creditCode: detail.creditCode, contactName: detail.contactName, companyId: companyId('A', 0) },
        ...{ brandId: detail.brand?.id ?? null, platformId: detail.platform?.id ?? null, mcc: detail.mcc },
        ...{ region: detail.region, settlementBank: detail.settlementBank },
      },
      admin,
    );
    expect(edited).toMatchObject({ code: 200 });
    const approval = await call(
      'approval/getSubjectApproval',
      { subjectType: 'merchantMove', subjectId: merchant.id },
      checker,
    );
    expect(await call('approval/approve', { id: approval.result.id }, checker)).toMatchObject({ code: 200 });
    const limit = () => prisma.limitAccount.findFirstOrThrow({ where: { employeeId } });
    await eventually(async () =>
      expect(
        await prisma.merchantMove.count({ where: { merchantId: merchant.id, finishedAt: { not: null } } }),
      ).toBe(1),
    );
    expect((await limit()).companyId).toBe(companyId('A', 0));

    const [old, next] = [await fundOf(3), await fundOf(0)];
    const before = await limit();
    expect(
      await call('consumption/refundConsumption', { id: paid.result.id, amount: 500, reason: '退货' }),
    ).toMatchObject({
      code: 200,
    });
    expect((await fundOf(3)).balance - old.balance).toBe(500n);
    expect((await fundOf(0)).balance).toBe(next.balance);
    const after = await limit();
    expect([after.available, after.used, after.recovered]).toEqual([
      before.available,
      before.used - 500n,
      before.recovered + 500n,
    ]);
    await expectInvariants(api, byHand);
  });
});

it('a new company has an account that others can transfer to, and goes again while nothing moved it', async () => {
  const admin = await api.signIn('13800000001');
  const form = { name: '新设公司', parentId: null, creditCode: null, contactName: null, address: null };
  const company = (await call('company/addCompany', form, admin)).result;
  const { list } = (await call('fund/queryAccount', { companyId: company.id })).result;
  expect(list).toMatchObject([{ kind: 'ENTERPRISE', balance: 0, thresholdAmount: null }]);
  const from = await accountWith(10);
  const { result } = await transfer(from, list[0].id, 10);
  const gone = () => call('company/deleteCompany', { id: company.id, version: company.version }, admin);
  expect(await gone()).toMatchObject({ code: 406 });
  await call('approval/approve', { id: result.approvalId }, checker);
  expect(await gone()).toMatchObject({ code: 406 });
  const other = (await call('company/addCompany', { ...form, name: '随即撤销' }, admin)).result;
  const removed = await call('company/deleteCompany', { id: other.id, version: other.version }, admin);
  expect(removed).toMatchObject({ code: 200 });
});

it('finds accounts by a part of the company’s name or its credit code, among those one sees', async () => {
  const { prisma } = api.deps.database;
  const made = async (tenant: 'A' | 'B', name: string, creditCode: string) => {
    const company = await prisma.company.create({ data: { tenantId: tenantIdOf(tenant), name, creditCode } });
    const account = { tenantId: tenantIdOf(tenant), companyId: company.id, kind: 'ENTERPRISE' } as const;
    return (await prisma.fundAccount.create({ data: account })).id;
  };
  const ours = await made('A', '找得到 Sunflower 公司', '91310115MA1K35X50T');
  const theirs = await made('B', '别家 Sunflower 公司', '91310115MA1K4A1Q57');
  const found = async (input: object, token = maker) =>
    (await call('fund/queryAccount', input, token)).result.list.map(({ id }: { id: string }) => id);
  expect(await found({ keyword: 'sunFLOWER' })).toEqual([ours]);
  expect(await found({ keyword: '91310115ma1k35x50t' })).toEqual([ours]);
  expect(await found({ keyword: '91310115MA1K35X50' })).toEqual([]);
  expect(await found({ keyword: '%' })).toEqual([]);
  expect(await found({ keyword: 'Sunflower', kind: ['FEE'] })).toEqual([]);
  expect(await found({ accountId: ours })).toEqual([ours]);
  expect(await found({ accountId: theirs })).toEqual([]);
  const platform = await api.signIn('13800000001');
  expect((await found({ keyword: 'Sunflower' }, platform)).toSorted()).toEqual([ours, theirs].toSorted());
  expect(await found({ keyword: 'Sunflower', tenantId: tenantIdOf('B') }, platform)).toEqual([theirs]);
  const { token } = await operator(api, '分公司查账', {
    permissions: ['fund.view'],
    dataScope: 'COMPANY_TREE',
    companyId: companyId('A', 1),
  });
  expect(await found({ keyword: 'Sunflower' }, token)).toEqual([]);
});

it('lists what is below its threshold as home counts it', async () => {
  const { result } = await call('fund/queryAccount', { low: true, pageSize: 200 });
  const home = await call('home/getHome', {});
  const [counted] = home.result.todos.filter(({ kind }: { kind: string }) => kind === 'fundLow');
  expect(result.total).toBeGreaterThan(0);
  expect(counted.count).toBe(result.total);
});

it('lists flows by account, kind and day, with what they leave, and exports them', async () => {
  const { id } = await fundOf(0);
  const { list } = (await call('fund/queryFlow', { accountId: id, pageSize: 200 })).result;
  expect(list.length).toBeGreaterThan(3);
  for (const row of list) {
    expect(row).toMatchObject({ account: { id, kind: 'ENTERPRISE' }, source: { id: expect.any(String) } });
  }
  const scope = { dataScope: 'COMPANY_TREE', companyId: companyId('A', 0) } as const;
  const scoped = (await operator(api, '本公司', { permissions: ['fund.view'], ...scope })).token;
  const seen = (await call('fund/queryFlow', { accountId: id, pageSize: 200 }, scoped)).result.list;
  expect(seen).toEqual(list.map((row: object) => ({ ...row, source: null })));
  const oldestFirst = list.toReversed();
  expect(oldestFirst.map(({ seq }: { seq: number }) => seq).sort((a: number, b: number) => a - b)[0]).toBe(1);
  const issued = (await call('fund/queryFlow', { accountKind: ['RESERVE'], kind: ['LIMIT_ISSUE'] })).result
    .list;
  expect(issued.length).toBeGreaterThan(0);
  for (const row of issued) expect([row.account.kind, row.deltaAmount > 0]).toEqual(['RESERVE', true]);
  const file = await api.call('fund/exportFlow', { accountId: id, format: 'csv' }, maker);
  expect(file.text ?? file.body.toString()).toContain('企业资金');
  const auditor = (await operator(api, '只读', { permissions: ['fund.view'] })).token;
  expect(await call('fund/exportFlow', { format: 'csv' }, auditor)).toMatchObject({ code: 406 });
});

it('everything that must hold does', () => expectInvariants(api, byHand));
