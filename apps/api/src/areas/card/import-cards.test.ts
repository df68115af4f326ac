import { randomUUID } from 'node:crypto';
import { connect } from '@xyxlx/database/connect';
import { tenantId as tenantIdOf } from '@xyxlx/database/seed/tenants';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CardHolder, cardHolder, cardProduct } from '../../../../../tests/support/cards.ts';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { expectInvariants } from '../../../../../tests/support/invariants.ts';
import { operator } from '../../../../../tests/support/operator.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { keepNumber, newCardNumber } from './card-number.ts';
import { cardInvariants } from './invariants.ts';

let api: TestApi;
let clerk: string;
let checker: string;
let whose: CardHolder;
let employeeNo: string;
const tenantId = tenantIdOf('A');
const header = '卡号,产品编码,工号,初始余额(元),有效期';

beforeAll(async () => {
  api = await startTestApi();
  const permissions = ['card.view', 'card.edit', 'card.import', 'card.product', 'card.approve'];
  clerk = (await operator(api, '卡务', { permissions })).token;
  checker = (await operator(api, '复核', { permissions })).token;
  whose = await cardHolder(api, tenantId);
  const { prisma } = api.deps.database;
  ({ employeeNo } = await prisma.employee.findUniqueOrThrow({
    where: { tenantId_id: { tenantId, id: whose.employeeId } },
  }));
  for (const [code, terms] of [
    ['NAMED', {}],
    ['GIFT', { naming: 'ANONYMOUS', faces: [50_000], months: 36 }],
  ] as const) {
    const usual = {
      form: 'PHYSICAL',
      naming: 'NAMED',
      faces: [100_000],
      makingFee: 0,
      reloadable: true,
      mcc: [],
    };
    const { result } = (await api.call('card/addProduct', { code, name: code, ...usual, ...terms }, clerk))
      .body;
    const { id, version } = result;
    const { approvalId } = (await api.call('card/submitProduct', { id, version }, clerk)).body.result;
    expect((await api.call('approval/approve', { id: approvalId }, checker)).body.code).toBe(200);
  }
  await cardProduct(api, tenantId, { code: 'DRAFT' });
});
afterAll(() => api.close());

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
const jobIn = (id: string, states: string[]) =>
  eventually(async () => {
    const { result } = await call('job/getJob', { id });
    expect(states).toContain(result.state);
    return result;
  });
async function imported(lines: readonly string[]) {
  const { result } = await upload(lines);
  const checked = await jobIn(result.jobId, ['WAITING_CONFIRM', 'FAILED']);
  if (checked.state === 'FAILED') return { jobId: result.jobId, checked };
  expect((await call('job/confirmImport', { id: result.jobId })).code).toBe(200);
  await jobIn(result.jobId, ['PARTIAL', 'SUCCEEDED']);
  return { jobId: result.jobId, checked };
}
const cardsOf = (jobId: string) =>
  api.deps.database.prisma.card.findMany({
    where: { tenantId, importJobId: jobId },
    orderBy: { cardNo: 'asc' },
  });
const fund = () =>
  api.deps.database.prisma.fundAccount.findUniqueOrThrow({
    where: { tenantId_companyId_kind: { tenantId, companyId: whose.companyId, kind: 'ENTERPRISE' } },
  });

test('good rows become cards in stock whose money is held of the fund, each bad one is told why', async () => {
  const before = await fund();
  const [one, two] = [newCardNumber(), newCardNumber()];
  const { jobId, checked } = await imported([
    `${one},NAMED,${employeeNo},300.00,`,
    `${two},GIFT,,500,2030-12-31`,
    `${one},NAMED,,1,`,
    '9999000000000013,NAMED,,1,',
    '4111111111111111,NAMED,,1,',
    `${newCardNumber()},DRAFT,,1,`,
    `${newCardNumber()},NAMED,没有此人,1,`,
    `${newCardNumber()},GIFT,,1000.01,`,
    `${newCardNumber()},NAMED,,1,2030-12-31`,
  ]);
  expect(checked.report).toMatchObject({ rows: 9, good: 2, bad: 7 });
  const rows = (await call('job/queryImportRow', { id: jobId, pageSize: 50, only: 'bad' })).result.list;
  expect(rows.map((row: { problems: { reason: { zh: string } }[] }) => row.problems[0]?.reason.zh)).toEqual([
    '卡号重复（第 2 行）',
    '卡号校验位错误',
    '发卡行标识不符',
    '产品不存在或未启用',
    '员工不存在',
    '超过限额',
    '记名卡不得设有效期',
  ]);
  const cards = await cardsOf(jobId);
  expect(cards).toMatchObject([
    {
      state: 'STOCK',
      naming: 'NAMED',
      faceAmount: 30_000n,
      balance: 0n,
      employeeId: whose.employeeId,
    },
    { state: 'STOCK', naming: 'ANONYMOUS', faceAmount: 50_000n, employeeId: null },
  ]);
  expect(
    cards.every(({ id }) => /^.{14}7/.test(id)),
    'ids tell when they were made',
  ).toBe(true);
  expect(cards[1]?.expiresAt?.toISOString()).toBe('2030-12-31T15:59:59.999Z');
  expect(Number((await fund()).frozen) - Number(before.frozen)).toBe(80_000);
  expect((await fund()).balance).toEqual(before.balance);
  await expectInvariants(api);
});

test('an employee of another unit and one who has left: the row is refused', async () => {
  const { prisma } = api.deps.database;
  const elsewhere = await prisma.employee.findFirstOrThrow({
    where: { tenantId, state: 'ACTIVE', merchantId: { not: whose.merchantId } },
  });
  const left = await prisma.employee.create({
    data: {
      ...{
        tenantId,
        merchantId: whose.merchantId,
        employeeNo: 'LEFT-1',
        name: '离职员工',
        mobile: '13712345678',
      },
      ...{ state: 'LEFT' as const, hiredOn: new Date('2026-01-01') },
    },
  });
  const { checked, jobId } = await imported([
    `${newCardNumber()},NAMED,${elsewhere.employeeNo},,`,
    `${newCardNumber()},NAMED,${left.employeeNo},,`,
  ]);
  expect(checked.state).toBe('FAILED');
  const { list } = (await call('job/queryImportRow', { id: jobId })).result;
  expect(
    list.map(({ problems }: { problems: { reason: { zh: string } }[] }) => problems[0]?.reason.zh),
  ).toEqual(['员工不存在', '员工已离职']);
});

test('the file with a column of CVVs is refused whole, and no number lies in clear', async () => {
  expect((await upload([`${newCardNumber()},NAMED,,,,123`], `${header},CVV2`)).msg).toBe(
    '文件含 CVV 列，不得上传',
  );
  const pan = newCardNumber();
  await imported([`${pan},NAMED,,,`, `${pan.slice(0, 15)}x,NAMED,,,`]);
  const { rows } = await api.deps.database.pool.query(
    `SELECT (SELECT count(*) FROM import_rows r WHERE r::text LIKE '%' || $1 || '%')::int AS staged,
       (SELECT count(*) FROM jobs j WHERE j::text LIKE '%' || $1 || '%')::int AS jobs,
       (SELECT count(*) FROM operation_logs l WHERE l::text LIKE '%' || $1 || '%')::int AS logged`,
    [pan.slice(0, 15)],
  );
  expect(rows).toEqual([{ staged: 0, jobs: 0, logged: 0 }]);
});

test.each([
  ['a staged row', 'UPDATE import_rows SET note = $2 WHERE tenant_id = $1'],
  ['a job', `UPDATE jobs SET payload = payload || jsonb_build_object('text', $2::text) WHERE tenant_id = $1`],
  ['the operation log', 'UPDATE operation_logs SET target_label = $2 WHERE tenant_id = $1'],
])('noClearPan finds a whole number in %s, and no other sixteen digits', async (_where, writing) => {
  const { violations } = cardInvariants.find(({ name }) => name === 'noClearPan') ?? {};
  const owner = await connect(api.databaseUrl);
  try {
    for (const [digits, found] of [
      ['9999000000000012', true],
      ['9999000000000013', false],
    ] as const) {
      await owner.query(`BEGIN; SET LOCAL session_replication_role = 'replica'`);
      expect((await owner.query(writing, [tenantId, `卡号${digits}。`])).rowCount).toBeGreaterThan(0);
      const { rows } = await owner.query(String(violations), [tenantId]);
      expect([digits, rows.length > 0]).toEqual([digits, found]);
      await owner.query('ROLLBACK');
    }
  } finally {
    await owner.end();
  }
});

test('the same file again has no good row', async () => {
  const line = `${newCardNumber()},NAMED,,,`;
  await imported([line]);
  const { jobId, checked } = await imported([line]);
  expect(checked.state).toBe('FAILED');
  const { list } = (await call('job/queryImportRow', { id: jobId })).result;
  expect(list[0].problems[0].reason.zh).toBe('卡号重复（库中已有）');
});

test('a card is assigned and activated: its money moves from the fund onto it, once', async () => {
  const { jobId } = await imported([`${newCardNumber()},NAMED,,300,`, `${newCardNumber()},GIFT,,500,`]);
  const [named, gift] = await cardsOf(jobId);
  if (!named || !gift) throw new Error('Two cards were to be imported');
  const before = await fund();
  const unexplained = { id: named.id, version: named.version, employeeId: whose.employeeId };
  expect(await call('card/assignCard', unexplained)).toMatchObject({ code: 400 });
  expect(await call('card/activateCard', { ids: [gift.id] })).toMatchObject({ code: 400 });
  const { result } = await call('card/assignCard', {
    ...{ id: named.id, version: named.version, employeeId: whose.employeeId, reason: '领卡' },
  });
  expect(result).toMatchObject({ state: 'PENDING', holder: { id: whose.employeeId }, balance: 0 });
  const activate = () => call('card/activateCard', { ids: [named.id, gift.id], reason: '领卡' });
  const answers = await Promise.all([activate(), activate()]);
  expect(answers.map((body) => body.result.done).sort()).toEqual([0, 1]);
  const card = (await call('card/getCard', { id: named.id })).result;
  expect(card).toMatchObject({ state: 'ACTIVE', balance: 30_000, availableBalance: 30_000, expiresAt: null });
  expect(
    card.events.map(({ action, reason }: { action: string; reason: string }) => [action, reason]),
  ).toEqual([
    ['ACTIVATE', '领卡'],
    ['ASSIGN', '领卡'],
  ]);
  const after = await fund();
  expect([Number(after.balance - before.balance), Number(after.frozen - before.frozen)]).toEqual([
    -30_000, -30_000,
  ]);
  const postings = await api.deps.database.prisma.ledgerPosting.findMany({
    where: { tenantId, sourceId: named.id },
  });
  expect(postings).toMatchObject([
    { kind: 'CARD_LOAD', debitRole: 'FUND', creditRole: 'CARD', amount: 30_000n, cardId: named.id },
  ]);

  // Nobody is its holder: it goes out by itself, and then does the same.
  expect((await call('card/shipCard', { ids: [gift.id], reason: '领卡' })).result.done).toBe(1);
  expect((await activate()).result.done).toBe(1);
  expect((await call('card/getCard', { id: gift.id })).result).toMatchObject({
    ...{ state: 'ACTIVE', holder: null, balance: 50_000, expiresAt: expect.any(String) },
  });
  await expectInvariants(api);
});

test('the database takes no imported faces over what the import was let through for', async () => {
  const { jobId } = await imported([`${newCardNumber()},NAMED,,300,`]);
  const [card] = await cardsOf(jobId);
  if (!card) throw new Error('A card was to be imported');
  const id = randomUUID();
  const more = {
    ...card,
    id,
    cardNo: 'MORE',
    ...keepNumber(api.deps.dataKeys, id, newCardNumber()),
    faceAmount: 1n,
  };
  await expect(api.deps.database.prisma.card.create({ data: more })).rejects.toThrow(
    'refuse_unapproved_faces',
  );
});

test('an import is taken back while its cards are in stock, and not once one is used', async () => {
  const before = await fund();
  const { jobId } = await imported([`${newCardNumber()},NAMED,,300,`, `${newCardNumber()},NAMED,,1,`]);
  expect((await call('job/undoImport', { id: jobId })).code).toBe(200);
  await jobIn(jobId, ['UNDONE']);
  expect(await cardsOf(jobId)).toEqual([]);
  expect((await fund()).frozen).toEqual(before.frozen);
  const used = await imported([`${newCardNumber()},NAMED,,300,`]);
  const [card] = await cardsOf(used.jobId);
  await call('card/assignCard', {
    id: card?.id,
    version: card?.version,
    employeeId: whose.employeeId,
    reason: '领卡',
  });
  await call('job/undoImport', { id: used.jobId });
  const job = await jobIn(used.jobId, ['SUCCEEDED', 'FAILED', 'PARTIAL']);
  expect(JSON.stringify(job)).toContain('已有 1 张卡被使用，不能撤销');
  await expectInvariants(api);
});

test('bad rows are mended beside their numbers, which stay as they are and cannot be mended', async () => {
  const [good, second] = [newCardNumber(), newCardNumber()];
  const { result } = await upload([
    `${good},GIFT,,500,`,
    `${second},NONE,,500,`,
    `6222021234567890,GIFT,,500,`,
    `${good},GIFT,,500,`,
  ]);
  const { jobId: id } = result;
  const { report } = await jobIn(id, ['WAITING_CONFIRM']);
  expect(report.columns.map(({ canMend }: { canMend: boolean }) => canMend)).toEqual([
    ...[false, true, true, true, true],
  ]);
  const bad = async () => (await call('job/queryImportRow', { id, only: 'bad' })).result.list;
  expect((await bad()).map(({ row }: { row: number }) => row)).toEqual([3, 4, 5]);
  for (const number of [good, second]) expect(JSON.stringify(await bad())).not.toContain(number);
  const mend = (cells: object[]) => call('job/mendImportRows', { id, cells });
  expect(await mend([{ row: 4, column: 0, value: newCardNumber() }])).toMatchObject({
    code: 406,
    msg: '该列不能在此修改',
  });
  expect((await mend([3, 4, 5].map((row) => ({ row, column: 1, value: 'GIFT' })))).code).toBe(200);
  expect((await jobIn(id, ['WAITING_CONFIRM'])).report).toMatchObject({ good: 2, bad: 2 });
  expect(
    (await bad()).map(({ row, problems }: { row: number; problems: { column: { zh: string } }[] }) => [
      row,
      ...problems.map(({ column }) => column.zh),
    ]),
  ).toEqual([
    [4, '卡号'],
    [5, '卡号'],
  ]);
  expect((await call('job/confirmImport', { id })).code).toBe(200);
  await jobIn(id, ['PARTIAL']);
  const lastFour = (await cardsOf(id)).map((card) => card.lastFour).sort();
  expect(lastFour).toEqual([good, second].map((number) => number.slice(-4)).sort());
  await expectInvariants(api);
});

// Last: what was approved fills its maker's day.
test('an import over the threshold waits for a checker, and is written once as approved', async () => {
  const ten = Array.from({ length: 11 }, () => `${newCardNumber()},NAMED,,5000,`);
  const { result } = await upload(ten);
  await jobIn(result.jobId, ['WAITING_CONFIRM']);
  const confirmed = await call('job/confirmImport', { id: result.jobId });
  expect(confirmed.result).toMatchObject({ state: 'WAITING_CONFIRM', canCancel: false });
  const { approvalId } = confirmed.result;
  expect((await call('job/confirmImport', { id: result.jobId })).code).toBe(406);
  expect((await call('job/cancelJob', { id: result.jobId })).msg).toBe('导入正在等待审批，请先撤回');
  expect(confirmed.result.canMend).toBe(false);
  expect((await call('approval/approve', { id: approvalId })).code).toBe(406);
  expect(await cardsOf(result.jobId)).toEqual([]);
  const decide = () => api.call('approval/approve', { id: approvalId }, checker);
  const codes = await Promise.all([decide(), decide()]);
  expect(codes.map(({ body }) => body.code).sort()).toEqual([200, 406]);
  await jobIn(result.jobId, ['SUCCEEDED']);
  expect(await cardsOf(result.jobId)).toHaveLength(11);
  await expectInvariants(api);
});

test('an import that a checker rejects can be confirmed again, or cancelled', async () => {
  const { result } = await upload(Array.from({ length: 11 }, () => `${newCardNumber()},NAMED,,5000,`));
  await jobIn(result.jobId, ['WAITING_CONFIRM']);
  const { approvalId } = (await call('job/confirmImport', { id: result.jobId })).result;
  const rejected = await api.call('approval/reject', { id: approvalId, reason: '余额有误' }, checker);
  expect(rejected.body.code).toBe(200);
  expect((await call('job/getJob', { id: result.jobId })).result).toMatchObject({
    approvalId: null,
    canCancel: true,
  });
  expect((await call('job/cancelJob', { id: result.jobId })).result.state).toBe('CANCELLED');
  expect(await cardsOf(result.jobId)).toEqual([]);
});
