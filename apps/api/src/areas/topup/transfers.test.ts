import type { StatementLineMatch } from '@xyxlx/contracts/statement';
import type { TopUpDetail } from '@xyxlx/contracts/top-up';
import type { MatchedLine } from '@xyxlx/contracts/top-up-match';
import { connect } from '@xyxlx/database/connect';
import { companyId, tenantId as tenantIdOf } from '@xyxlx/database/seed/tenants';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { csvLines } from '../../../../../tests/support/csv-lines.ts';
import { expectInvariants } from '../../../../../tests/support/invariants.ts';
import { operator } from '../../../../../tests/support/operator.ts';
import { postMissing } from '../../../../../tests/support/post-missing.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { closeTopUps } from './close-top-ups.ts';
import { transferCodeOf } from './transfer-code.ts';

let api: TestApi;
let owner: pg.Client;
let maker: string;
let checker: string;
let accountId: string;
let companyName: string;
let made = 0;
const tenantId = tenantIdOf('A');
const company = companyId('A', 0);

beforeAll(async () => {
  api = await startTestApi();
  owner = await connect(api.databaseUrl);
  maker = await api.signIn('13800000002');
  checker = await api.signIn('13800000003');
  accountId = await newAccount(company, '6222000011112222');
  const where = { tenantId_id: { tenantId, id: company } };
  companyName = (await api.deps.database.prisma.company.findUniqueOrThrow({ where })).name;
});
afterAll(async () => {
  await owner.end();
  await api.close();
});

/** A bank account of a company that is in use, before all others of it. */
async function newAccount(of: string, accountNo: string): Promise<string> {
  const { rows } = await owner.query(
    `INSERT INTO platform_accounts (tenant_id, platform_id, company_id, kind, name, bank, account_no, state, created_at)
     SELECT $1, p.id, $2, 'BANK', '收款户', '银行', $3, 'ACTIVE', '2000-01-01' FROM platforms p WHERE p.tenant_id = $1 LIMIT 1 RETURNING id`,
    [tenantId, of, accountNo],
  );
  return rows[0].id;
}

const call = async (path: string, input: object, token = maker) => (await api.call(path, input, token)).body;
/** An amount that nothing else has. */
const newAmount = () => {
  made += 1;
  return 7_000_000 + made;
};
async function begun(amount: number, given: object = {}): Promise<TopUpDetail> {
  const form = { target: 'COMPANY', id: company, amount, channel: 'TRANSFER', ...given };
  const { code, msg, result } = await call('topup/addTopUp', form);
  expect([code, msg]).toEqual([200, '']);
  return result;
}
async function lineOf(
  amount: number,
  given: { payer?: string; summary?: string; accountId?: string } = {},
): Promise<string> {
  made += 1;
  const { id } = await api.deps.database.prisma.statementLine.create({
    data: {
      ...{ tenantId, accountId, bankNo: `TR${made}`, direction: 'IN', amount, balanceAfter: amount },
      ...{ at: new Date(), state: 'UNCLAIMED', ...given },
    },
  });
  await postMissing(api, 'statementLine');
  return id;
}
const claim = (lineId: string, given: object) => call('fund/claimTopUp', { lineId, ...given });
const shown = async (id: string): Promise<TopUpDetail> => (await call('topup/getTopUp', { id })).result;
const flows = (sourceId: string) =>
  api.deps.database.prisma.fundFlow.findMany({ where: { tenantId, sourceId } });

test('codes of neighbours differ, and no wrong character makes another code that is given', () => {
  const codes = Array.from({ length: 20_000 }, (_, n) => transferCodeOf(n + 1));
  const known = new Set(codes);
  expect(known.size).toBe(codes.length);
  for (const code of codes.slice(0, 300)) {
    expect(code).toMatch(/^C[2-9A-HJKMNP-Z]{6}$/);
    for (let at = 1; at < 7; at += 1) {
      for (const other of '23456789ABCDEFGHJKMNPQRSTUVWXYZ') {
        const wrong = code.slice(0, at) + other + code.slice(at + 1);
        if (wrong !== code) expect(known.has(wrong)).toBe(false);
      }
    }
  }
});

test('a transfer that is begun has its code, in files too, and the account to pay to, and its line is claimed as it', async () => {
  const amount = newAmount();
  const topUp = await begun(amount);
  expect(topUp).toMatchObject({
    ...{ state: 'TO_CLAIM', feeAmount: 0, receivedAmount: amount, payUrl: null },
    payTo: { name: '收款户', bank: '银行', accountNo: '6222000011112222' },
  });
  const file = await api.call('topup/exportTopUp', { keyword: topUp.no, format: 'csv' }, maker);
  const [titles = [], cells = []] = csvLines(file.text);
  expect(cells[titles.indexOf('汇款码')]).toBe(topUp.transferCode);
  const lineId = await lineOf(amount, { summary: `货款 ${topUp.transferCode?.toLowerCase()}` });
  const { result } = await claim(lineId, { topUpId: topUp.id });
  expect(result).toMatchObject({ state: 'CLAIMED', claim: { id: topUp.id, state: 'SUBMITTED' } });
  expect(await flows(topUp.id), 'nothing is credited yet').toEqual([]);
  expect((await call('approval/approve', { id: result.approvalId }, checker)).code).toBe(200);
  expect(await shown(topUp.id)).toMatchObject({ state: 'SUCCESS', payTo: null });
  expect((await flows(topUp.id)).map(({ delta }) => Number(delta))).toEqual([amount]);
  await expectInvariants(api);
});

test('a claim that is rejected leaves the top-up to its next line', async () => {
  const amount = newAmount();
  const topUp = await begun(amount);
  const lineId = await lineOf(amount);
  const { approvalId } = (await claim(lineId, { topUpId: topUp.id })).result;
  expect((await call('approval/reject', { id: approvalId, reason: '不是这笔' }, checker)).code).toBe(200);
  expect(await shown(topUp.id)).toMatchObject({ state: 'TO_CLAIM', flowNo: null });
  expect((await claim(await lineOf(amount), { topUpId: topUp.id })).code).toBe(200);
  await expectInvariants(api);
});

test('of two lines that are claimed as one top-up the second is refused, and so is another amount', async () => {
  const amount = newAmount();
  const topUp = await begun(amount);
  const ids = [await lineOf(amount), await lineOf(amount)];
  const answers = await Promise.all(ids.map((id) => claim(id, { topUpId: topUp.id })));
  expect(answers.map(({ msg }) => msg).sort()).toEqual(['', '该充值不在待认领状态']);
  const other = await begun(newAmount());
  expect(await claim(await lineOf(newAmount()), { topUpId: other.id })).toMatchObject({
    ...{ code: 406, msg: '流水与充值的金额不一致' },
  });
  const line = await lineOf(newAmount());
  for (const given of [{}, { topUpId: other.id, companyId: company }])
    expect(await claim(line, given)).toMatchObject({ code: 406, msg: '请选择公司、订单或待认领的充值之一' });
});

test('proposals: code 100, payer 80, amount 40; of a tie and of an amount alone none is chosen, and nothing is credited', async () => {
  const amount = newAmount();
  const [one, two] = [await begun(amount), await begun(amount)];
  const matches = async (id: string): Promise<StatementLineMatch[]> =>
    (await call('fund/queryLineMatch', { id })).result;
  const seen = async (given: object) =>
    (await matches(await lineOf(amount, given))).map(({ score, isProposed, topUp }) => [
      ...[topUp.id, score, isProposed],
    ]);
  expect(await seen({ summary: `${two.transferCode}` })).toEqual([
    [two.id, 100, true],
    [one.id, 40, false],
  ]);
  expect(await seen({ payer: companyName })).toEqual([
    [one.id, 80, false],
    [two.id, 80, false],
  ]);
  expect(await seen({ payer: '别人' })).toEqual([
    [one.id, 40, false],
    [two.id, 40, false],
  ]);
  const lines: MatchedLine[] = (await call('topup/queryTopUpMatch', { id: two.id })).result;
  expect(lines.map(({ score, isProposed }) => [score, isProposed])).toEqual([
    [100, true],
    [80, false],
    [40, false],
  ]);
  expect([...(await flows(one.id)), ...(await flows(two.id))]).toEqual([]);
});

test('it is given up, and closed by itself after thirty days', async () => {
  const [given, left] = [await begun(newAmount()), await begun(newAmount())];
  const cancel = { id: given.id, version: given.version, reason: '不转了' };
  expect((await call('topup/cancelTopUp', cancel)).result).toMatchObject({ state: 'CLOSED', payTo: null });
  const due = Date.parse(String(left.closesAt));
  expect(due - Date.parse(left.createdAt)).toBe(30 * 86_400_000);
  const at = (now: number) => ({ ...api.deps, clock: { ...api.clock, businessNow: () => new Date(now) } });
  await closeTopUps(at(due - 1));
  expect((await shown(left.id)).state).toBe('TO_CLAIM');
  await closeTopUps(at(due));
  expect((await shown(left.id)).state).toBe('CLOSED');
});

test('an amount alone is not chosen where it is the only one; the code counts in small letters and with gaps', async () => {
  const amount = newAmount();
  const { id, transferCode } = await begun(amount);
  const code = `${transferCode}`.toLowerCase();
  const seen = async (summary: string) =>
    (await call('fund/queryLineMatch', { id: await lineOf(amount, { summary }) })).result;
  expect(await seen('货款')).toMatchObject([{ score: 40, isProposed: false, topUp: { id } }]);
  expect(await seen(`附言${code.slice(0, 3)} ${code.slice(3)}`)).toMatchObject([
    { score: 100, isProposed: true, topUp: { id } },
  ]);
});

test('whoever sees one company alone is proposed neither lines nor top-ups of another', async () => {
  const amount = newAmount();
  const { id } = await begun(amount);
  const { token } = await operator(api, '另一公司', {
    ...{ permissions: ['topup.view', 'topup.edit'], dataScope: 'COMPANY_TREE' },
    companyId: companyId('A', 1),
  });
  const own = await newAccount(companyId('A', 1), '6222000011113333');
  const lineId = await lineOf(amount, { accountId: own });
  expect((await call('fund/queryLineMatch', { id: lineId }, token)).result).toEqual([]);
  expect(await call('fund/claimTopUp', { lineId, topUpId: id }, token)).toMatchObject({ msg: '记录不存在' });
  await lineOf(amount);
  expect((await call('topup/queryTopUpMatch', { id })).result).toHaveLength(2);
  expect((await call('topup/queryTopUpMatch', { id }, token)).result).toEqual([]);
});

test('who began it does not check its claim, whoever claims', async () => {
  const amount = newAmount();
  const { token } = await operator(api, '发起并审核', {
    permissions: ['topup.view', 'topup.edit', 'topup.approve'],
  });
  const form = { target: 'COMPANY', id: company, amount, channel: 'TRANSFER' };
  const { result: topUp } = await call('topup/addTopUp', form, token);
  const { approvalId: id } = (await claim(await lineOf(amount), { topUpId: topUp.id })).result;
  expect(await call('approval/approve', { id }, token)).toMatchObject({ code: 406 });
  expect(await flows(topUp.id)).toEqual([]);
});

test('a tenant without an account to pay to has no transfers', async () => {
  const form = { id: company, amount: 100, channel: 'TRANSFER' };
  await owner.query(`SET session_replication_role = 'replica'`);
  await owner.query(`UPDATE platform_accounts SET state = 'REJECTED' WHERE tenant_id = $1`, [tenantId]);
  expect(await call('topup/addTopUp', { ...form, target: 'COMPANY' })).toMatchObject({
    ...{ code: 406, msg: '没有可收款的银行账户' },
  });
  await owner.query(`SET session_replication_role = 'origin'`);
});

test.each([
  ['a claim without its line', `UPDATE top_ups SET state = 'SUBMITTED' WHERE state = 'TO_CLAIM'`],
  ['another code', `UPDATE top_ups SET transfer_code = 'C222222' WHERE state = 'TO_CLAIM'`],
  ['money without a claim', `UPDATE top_ups SET state = 'SUCCESS' WHERE state = 'TO_CLAIM'`],
  ['one that was given up, waiting again', `UPDATE top_ups SET state = 'TO_CLAIM' WHERE state = 'CLOSED'`],
  ['another line under a claim', `UPDATE top_ups SET statement_line_id = NULL WHERE state = 'SUBMITTED'`],
])('the database refuses %s', async (_what, statement) => {
  await expect(owner.query(statement)).rejects.toThrow(/top_ups|refuse_other_top_up/);
});
