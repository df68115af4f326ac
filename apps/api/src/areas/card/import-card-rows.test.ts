import { isCardNumber, luhnDigit } from '@xyxlx/contracts/card-number';
import type { importRow } from '@xyxlx/contracts/job';
import { connect } from '@xyxlx/database/connect';
import { tenantId as tenantIdOf } from '@xyxlx/database/seed/tenants';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { type CardHolder, cardHolder, cardProduct } from '../../../../../tests/support/cards.ts';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { operator } from '../../../../../tests/support/operator.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { newCardNumber } from './card-number.ts';

const tenantId = tenantIdOf('A');
const header = '卡号,产品编码,工号,初始余额(元),有效期';
/** What the company has free, in fen: two cards of 5,000 yuan and not a third. */
const free = 1_000_000;
let api: TestApi;
let clerk: string;
let whose: CardHolder;
let jobId: string;
let known: string;
let report: { rows: number; good: number; bad: number };
let problems: { row: number; column: string; reason: string }[];
let failedRows: string[];

const pan = newCardNumber;
const twice = pan();
const checked = (digits: string) => digits + luhnDigit(digits);
/** A file's rows, each wrong in one way: what the row is, its cells, and which column is told why. */
const table: readonly [what: string, cells: () => string, column: string, reason: string][] = [
  ['no number', () => ',NAMED,,1,', '卡号', '必填'],
  ['a wrong check digit', () => '9999000000000013,NAMED,,1,', '卡号', '卡号校验位错误'],
  ['another issuer’s', () => '4111111111111111,NAMED,,1,', '卡号', '发卡行标识不符'],
  ['fifteen digits that check', () => `${checked('99990000000000')},NAMED,,1,`, '卡号', '卡号应为 16 位数字'],
  ['seventeen that check', () => `${checked('9999000000000000')},NAMED,,1,`, '卡号', '卡号应为 16 位数字'],
  ['a number twice in the file', () => `${twice},NAMED,,1,`, '卡号', '卡号重复（第 2 行）'],
  ['a number that a card has', () => `${known},NAMED,,1,`, '卡号', '卡号重复（库中已有）'],
  ['no product', () => `${pan()},,,1,`, '产品编码', '必填'],
  ['a product that there is not', () => `${pan()},NOSUCH,,1,`, '产品编码', '产品不存在或未启用'],
  ['a product that is not sold', () => `${pan()},DRAFT,,1,`, '产品编码', '产品不存在或未启用'],
  ['somebody unknown', () => `${pan()},NAMED,NOBODY,1,`, '工号', '员工不存在'],
  ['somebody of another unit', () => `${pan()},NAMED,ELSEWHERE,1,`, '工号', '员工不存在'],
  ['somebody who has left', () => `${pan()},NAMED,HAS-LEFT,1,`, '工号', '员工已离职'],
  ['a holder of an anonymous card', () => `${pan()},GIFT,AT-WORK,1,`, '工号', '不记名卡不能指定持有人'],
  ['no amount', () => `${pan()},NAMED,,一百,`, '初始余额(元)', '应为不小于 0 的金额，至多两位小数'],
  ['a tenth of a fen', () => `${pan()},NAMED,,1.001,`, '初始余额(元)', '应为不小于 0 的金额，至多两位小数'],
  ['less than nothing', () => `${pan()},NAMED,,-1,`, '初始余额(元)', '应为不小于 0 的金额，至多两位小数'],
  ['named, a fen over 5,000 yuan', () => `${pan()},NAMED,,5000.01,`, '初始余额(元)', '超过限额'],
  ['anonymous, a fen over 1,000 yuan', () => `${pan()},GIFT,,1000.01,`, '初始余额(元)', '超过限额'],
  ['no day', () => `${pan()},GIFT,,1,2030-02-30`, '有效期', '不是有效的日期，应如 2026-01-02'],
  ['named, with an end', () => `${pan()},NAMED,,1,2030-12-31`, '有效期', '记名卡不得设有效期'],
  ['an end in the past', () => `${pan()},GIFT,,1,2026-11-19`, '有效期', '有效期已过'],
  ['more than the fund has', () => `${pan()},NAMED,,1,`, '初始余额(元)', '企业资金余额不足'],
];
/** The file's first rows, with which nothing is wrong: they take all that is free. */
const good = [
  `${twice},NAMED,AT-WORK,5000.00,`,
  `${pan()},NAMED,,"4,000",`,
  `${pan()},GIFT,,1000,2026-11-20`,
  `${pan()},NAMED,,0,`,
];

const call = async (path: string, input: object) => (await api.call(path, input, clerk)).body;
async function upload(lines: readonly string[], heading = header) {
  const form = new FormData();
  form.append('merchantId', whose.merchantId);
  form.append('file', new Blob([[heading, ...lines].join('\n')]), 'cards.csv');
  const answer = await fetch(`${api.url}/xyxlx/card/importCards`, {
    method: 'POST',
    headers: { Authorization: clerk },
    body: form,
  });
  return (await answer.json()) as { code: number; msg: string; result: { jobId: string } };
}
const read = (id: string) =>
  eventually(async () => {
    const { result } = await call('job/getJob', { id });
    expect(['WAITING_CONFIRM', 'FAILED']).toContain(result.state);
    return result;
  });

beforeAll(async () => {
  api = await startTestApi();
  api.clock.setBusinessOffset(Date.parse('2026-11-20T12:00:00+08:00') - Date.now());
  const { prisma } = api.deps.database;
  clerk = (await operator(api, '卡务', { permissions: ['card.view', 'card.edit', 'card.import'] })).token;
  whose = await cardHolder(api, tenantId);
  const { id: elsewhere } = await prisma.merchant.findFirstOrThrow({
    where: { tenantId, id: { not: whose.merchantId } },
  });
  for (const [n, [employeeNo, merchantId, state]] of (
    [
      ['AT-WORK', whose.merchantId, 'ACTIVE'],
      ['HAS-LEFT', whose.merchantId, 'LEFT'],
      ['ELSEWHERE', elsewhere, 'ACTIVE'],
    ] as const
  ).entries()) {
    const mobile = `1390003000${n}`;
    await prisma.employee.create({
      data: {
        tenantId,
        merchantId,
        employeeNo,
        mobile,
        name: employeeNo,
        state,
        hiredOn: new Date('2026-01-01'),
      },
    });
  }
  await cardProduct(api, tenantId, { code: 'NAMED' });
  await cardProduct(api, tenantId, { code: 'GIFT', naming: 'ANONYMOUS', months: 36 });
  await cardProduct(api, tenantId, { code: 'DRAFT' });
  const owner = await connect(api.databaseUrl);
  await owner.query(`SET session_replication_role = 'replica'`);
  await owner.query(
    `UPDATE card_products SET state = 'ENABLED' WHERE tenant_id = $1 AND code IN ('NAMED', 'GIFT')`,
    [tenantId],
  );
  await owner.query(
    `UPDATE fund_accounts SET balance = frozen + $3 WHERE tenant_id = $1 AND company_id = $2 AND kind = 'ENTERPRISE'`,
    [tenantId, whose.companyId, free],
  );
  await owner.end();

  known = pan();
  const before = await upload([`${known},NAMED,,,`]);
  await read(before.result.jobId);
  expect(await call('job/confirmImport', { id: before.result.jobId })).toMatchObject({ code: 200 });
  await eventually(async () =>
    expect((await call('job/getJob', { id: before.result.jobId })).result.state).toBe('SUCCEEDED'),
  );

  ({ jobId } = (await upload([...good, ...table.map(([, cells]) => cells())])).result);
  ({ report } = await read(jobId));
  const { list } = (await call('job/queryImportRow', { id: jobId, pageSize: 50, only: 'bad' })).result;
  problems = list.flatMap(({ row, problems: told }: z.infer<typeof importRow>) =>
    told.map(({ column, reason }) => ({ row, column: column.zh, reason: reason.zh })),
  );
  const file = await fetch(`${api.url}/xyxlx/job/downloadFailedRows`, {
    method: 'POST',
    headers: { Authorization: clerk, 'Content-Type': 'application/json' },
    body: JSON.stringify({ id: jobId, format: 'csv' }),
  });
  failedRows = (await file.text()).trim().split('\n');
});
afterAll(() => api.close());

test('the good rows are taken all the same', () => {
  expect(report).toMatchObject({ rows: good.length + table.length, good: good.length, bad: table.length });
});

test.each(table)('%s: the row is refused, with its column and why', (what, _cells, column, reason) => {
  const row = 2 + good.length + table.findIndex(([one]) => one === what);
  expect(problems.filter((problem) => problem.row === row)).toEqual([{ row, column, reason }]);
});

test('the file of the refused rows has each with its reason, and no whole number', () => {
  expect(failedRows).toHaveLength(1 + table.length);
  for (const [at, [, , , reason]] of table.entries()) expect(failedRows[at + 1]).toContain(reason);
  const digits = failedRows.join('\n').match(/\d{16}/g) ?? [];
  expect(digits.filter((text) => isCardNumber(text))).toEqual([]);
  expect(failedRows.join('\n')).toContain(`${known.slice(0, 6)}******${known.slice(-4)}`);
});

test('the same file again is warned of, once it was imported', async () => {
  const lines = [`${pan()},GIFT,,,`];
  const first = await upload(lines);
  expect((await read(first.result.jobId)).report.sameFile).toBeNull();
  await call('job/confirmImport', { id: first.result.jobId });
  await eventually(async () =>
    expect((await call('job/getJob', { id: first.result.jobId })).result.state).toBe('SUCCEEDED'),
  );
  const second = await upload(lines);
  const again = await read(second.result.jobId);
  expect(again).toMatchObject({
    state: 'FAILED',
    report: { good: 0, bad: 1, sameFile: { id: first.result.jobId } },
  });
});

test.each([
  [
    'a column of CVVs, whatever it is called',
    [`${header},安全码`, `${header},cvv2`, `${header},CVC`],
    '文件含 CVV 列，不得上传',
  ],
  ['no column of numbers', [header.replace('卡号,', '')], '缺少列：卡号，请使用模板'],
  ['no column of products', [header.replace('产品编码,', '')], '缺少列：产品编码，请使用模板'],
])('a file with %s is refused whole', async (_what, headings, msg) => {
  for (const heading of headings)
    expect(await upload([`${pan()},NAMED,,,`], heading)).toMatchObject({ code: 406, msg });
});
