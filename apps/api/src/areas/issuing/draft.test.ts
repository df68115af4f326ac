import { Readable } from 'node:stream';
import { connect } from '@xyxlx/database/connect';
import { tenantId } from '@xyxlx/database/seed/tenants';
import type { FastifyBaseLogger } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callerOf } from '../../../../../tests/support/caller.ts';
import { type IssueDesk, openIssueDesk } from '../../../../../tests/support/issue-desk.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { withSpooled } from '../../platform/http/spool.ts';
import { dayBefore, shanghaiDay } from '../../platform/time/shanghai.ts';
import { uploadIssue } from './make-batch.ts';

let api: TestApi;
let maker: string;
let other: string;
let merchantId: string;
let people: IssueDesk['people'];
let { add, get, rowsOf, checked } = {} as IssueDesk;

beforeAll(async () => {
  api = await startTestApi();
  ({ maker, merchantId, people, add, get, rowsOf, checked } = await openIssueDesk(api));
  other = await api.signIn('13800000004');
  expect(people.length).toBeGreaterThan(8);
});
afterAll(() => api.close());

const today = () => shanghaiDay(api.clock.businessNow());

async function upload(lines: readonly string[], fields: Record<string, string> = {}, bytes?: Buffer) {
  const body = new FormData();
  const given = { merchantId, name: '名单', reason: '名单发放', ...fields };
  for (const [name, value] of Object.entries(given)) body.set(name, value);
  body.set('file', new Blob([bytes ? new Uint8Array(bytes) : lines.join('\n')]), 'people.csv');
  const answer = await fetch(`${api.url}/xyxlx/creditLimit/uploadIssue`, {
    method: 'POST',
    headers: { Authorization: maker },
    body,
  });
  return (await answer.json()) as { code: number; msg: string; result: { batchId: string; jobId: string } };
}

describe('a batch for a target', () => {
  test('has a row for each at work, one that says why for the frozen, and none for the others', async () => {
    const { prisma } = api.deps.database;
    const key = { tenantId: tenantId('A'), merchantId };
    const frozen = await prisma.employee.count({ where: { ...key, state: 'FROZEN' } });
    const { result } = (await add()).body;
    const batch = await checked(result.batchId);
    expect(batch).toMatchObject({
      state: 'DRAFT',
      kind: 'MANUAL',
      total: people.length + frozen,
      failed: frozen,
      done: 0,
      amount: people.length * 6_000,
      heldAmount: 0,
      effectiveOn: today(),
      lastDay: null,
      institution: null,
      jobId: result.jobId,
      batchNo: expect.stringMatching(/^PL\d{8}$/),
    });
    const rows = await rowsOf(batch.id);
    const good = rows.filter(({ state }: { state: string }) => state === 'READY');
    expect(good.map(({ employeeNo }: { employeeNo: string }) => employeeNo)).toEqual(
      people.map(({ employeeNo }) => employeeNo),
    );
    const bad = await rowsOf(batch.id, { state: ['FAILED'] });
    expect(bad.map(({ message }: { message: string }) => message)).toEqual(Array(frozen).fill('员工已冻结'));
  });

  test('shows what is free of the fund behind its merchant, of a merchant without a company the topmost one’s', async () => {
    const { prisma } = api.deps.database;
    const key = { tenantId: tenantId('A') };
    const own = { tenantId_id: { ...key, id: merchantId } };
    const { companyId } = await prisma.merchant.findUniqueOrThrow({ where: own });
    const topmost = await prisma.company.findFirstOrThrow({
      where: { ...key, parentId: null },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    });
    const free = async (ofCompany: string) => {
      const where = { ...key, companyId: ofCompany, kind: 'ENTERPRISE' as const };
      const { balance, frozen } = await prisma.fundAccount.findFirstOrThrow({ where });
      return Number(balance - frozen);
    };
    const { result } = (await add()).body;
    expect((await checked(result.batchId)).fundFreeAmount).toBe(await free(companyId ?? topmost.id));
    const owner = await connect(api.databaseUrl);
    const belongTo = (id: string | null) =>
      owner.query('UPDATE merchants SET company_id = $1 WHERE tenant_id = $2 AND id = $3', [
        id,
        key.tenantId,
        merchantId,
      ]);
    // Past the rules of a live merchant: none of the seed is without a company.
    await owner.query('SET session_replication_role = replica');
    await belongTo(null);
    expect((await get(result.batchId)).result.fundFreeAmount).toBe(await free(topmost.id));
    await belongTo(companyId);
    await owner.end();
  });

  test('gives each grade its own amount, and nothing to those who get 0', async () => {
    const [grade] = people.flatMap((one) => one.grade ?? []);
    expect(grade).toBeDefined();
    const { result } = (
      await add({ amount: { by: 'GRADE', grades: [{ grade, amount: 700 }], otherwise: 0 } })
    ).body;
    const batch = await checked(result.batchId);
    const ofGrade = people.filter((one) => one.grade === grade);
    expect(batch).toMatchObject({ state: 'DRAFT', amount: ofGrade.length * 700 });
    const nothing = await rowsOf(batch.id, { state: ['NOTHING'] });
    expect(nothing).toHaveLength(people.length - ofGrade.length);
  });

  test('is for some people, a department with those below it, a label or a grade', async () => {
    const { prisma } = api.deps.database;
    const key = { tenantId: tenantId('A'), merchantId };
    const top = await prisma.department.create({ data: { ...key, name: '上级部门' } });
    const below = await prisma.department.create({ data: { ...key, name: '下级部门', parentId: top.id } });
    const [one, two, three] = people.map(({ id }) => id) as [string, string, string];
    await prisma.employee.updateMany({ where: { id: one }, data: { departmentId: below.id } });
    await prisma.employee.updateMany({ where: { id: two }, data: { departmentId: top.id } });
    await prisma.employee.updateMany({
      where: { id: three },
      data: { labels: ['发放核对'], grade: 'P-发放' },
    });
    const idsOf = async (target: object) => {
      const { result } = (await api.call('creditLimit/previewTarget', { merchantId, target }, maker)).body;
      return result.people.map(({ id }: { id: string }) => id);
    };
    expect(await idsOf({ by: 'DEPARTMENT', ids: [top.id] })).toEqual([one, two]);
    expect(await idsOf({ by: 'DEPARTMENT', ids: [below.id] })).toEqual([one]);
    expect(await idsOf({ by: 'LABEL', values: ['发放核对'] })).toEqual([three]);
    expect(await idsOf({ by: 'GRADE', values: ['P-发放'] })).toEqual([three]);
    expect(await idsOf({ by: 'EMPLOYEE', ids: [two] })).toEqual([two]);
    const batch = await checked(
      (await add({ target: { by: 'EMPLOYEE', ids: [one, three] } })).body.result.batchId,
    );
    expect(batch).toMatchObject({ total: 2, amount: 12_000 });
  });

  test('that means nobody fails', async () => {
    const { result } = (await add({ target: { by: 'LABEL', values: ['没有这个标签'] } })).body;
    expect(await checked(result.batchId)).toMatchObject({
      state: 'FAILED',
      total: 0,
      message: '没有可发放的行',
    });
  });

  test('counts its people by state and shows the first twenty', async () => {
    const { prisma } = api.deps.database;
    const { result } = (
      await api.call('creditLimit/previewTarget', { merchantId, target: { by: 'ALL' } }, maker)
    ).body;
    const all = await prisma.employee.groupBy({
      by: ['state'],
      where: { tenantId: tenantId('A'), merchantId },
      _count: true,
    });
    const byState = (rows: { state: string; count: number }[]) =>
      Object.fromEntries(rows.map(({ state, count }) => [state, count]));
    expect(byState(result.states)).toEqual(
      byState(all.map(({ state, _count }) => ({ state, count: _count }))),
    );
    expect(result.people).toHaveLength(20);
    const numbers = result.people.map(({ employeeNo }: { employeeNo: string }) => employeeNo);
    expect(numbers).toEqual(numbers.toSorted());
  });
});

describe('a batch number', () => {
  test('with the same content is the first batch, with another it is refused', async () => {
    const first = (await add({ batchNo: 'NOV-2026-1' })).body.result;
    expect((await add({ batchNo: 'NOV-2026-1' })).body.result).toEqual(first);
    for (const more of [
      { amount: { by: 'SAME', amount: 6_001 } },
      { name: '别的' },
      { lastDay: dayBefore(today(), -3) },
    ]) {
      expect((await add({ batchNo: 'NOV-2026-1', ...more })).body).toMatchObject({
        code: 406,
        msg: '批次号已用于另一内容',
      });
    }
    expect((await upload(['工号,发放金额(元)', 'X,1'], { batchNo: 'NOV-2026-1' })).msg).toBe(
      '批次号已用于另一内容',
    );
    const own = await api.deps.database.prisma.issueBatch.count({ where: { batchNo: 'NOV-2026-1' } });
    expect(own).toBe(1);
  });

  test('sent by twelve at once makes one batch', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => add({ batchNo: 'AT-ONCE-1' })));
    expect(new Set(answers.map(({ body }) => body.result?.batchId)).size).toBe(1);
    expect(answers.map(({ body }) => body.code)).toEqual(Array(12).fill(200));
  });
});

describe('a file', () => {
  const header = '工号,姓名,发放金额(元)';

  test('is judged row by row, each bad one with its reason', async () => {
    const { prisma } = api.deps.database;
    const [one, two, three, four, five, six] = people as [Person, Person, Person, Person, Person, Person];
    const inState = async (state: 'PENDING' | 'FROZEN' | 'LEFT', person: Person) =>
      prisma.employee.updateMany({ where: { id: person.id }, data: { state } });
    await inState('PENDING', four);
    await inState('FROZEN', five);
    await inState('LEFT', six);
    const { result } = await upload([
      header,
      `${one.employeeNo},${one.name},60.00`,
      `${two.employeeNo},,"1,000.50"`,
      `${one.employeeNo},,5`,
      'NOBODY,,5',
      `${four.employeeNo},,5`,
      `${five.employeeNo},,5`,
      `${six.employeeNo},,5`,
      `${three.employeeNo},,"1,00"`,
      '',
      `${people[6]?.employeeNo},张冠李戴,5`,
      `${people[7]?.employeeNo},,1.005`,
      `${people[8]?.employeeNo},,=1+1`,
    ]);
    const batch = await checked(result.batchId);
    for (const person of [four, five, six]) {
      await prisma.employee.updateMany({ where: { id: person.id }, data: { state: 'ACTIVE' } });
    }
    expect(batch).toMatchObject({
      state: 'DRAFT',
      fileName: 'people.csv',
      total: 11,
      failed: 9,
      amount: 106_050,
    });
    const rows = await rowsOf(batch.id);
    expect(rows.map(({ rowNo, message }: { rowNo: number; message: string }) => [rowNo, message])).toEqual([
      [2, ''],
      [3, ''],
      [4, '与第 2 行重复'],
      [5, '员工不存在'],
      [6, '员工未激活'],
      [7, '员工已冻结'],
      [8, '员工已离职'],
      [9, '金额有误'],
      [11, '姓名不符'],
      [12, '金额有误'],
      [13, '金额有误'],
    ]);
    expect(rows.map(({ amount }: { amount: number | null }) => amount).slice(0, 2)).toEqual([6_000, 100_050]);
  });

  test('of another encoding is read; without its columns or rows it is refused', async () => {
    const [one] = people as [Person];
    const gbk = Buffer.concat([
      Buffer.from([0xb9, 0xa4, 0xba, 0xc5, 0x2c]),
      Buffer.from([0xb7, 0xa2, 0xb7, 0xc5, 0xbd, 0xf0, 0xb6, 0xee, 0x28, 0xd4, 0xaa, 0x29]),
      Buffer.from(`\n${one.employeeNo},12.30\n`),
    ]);
    const { result } = await upload([], {}, gbk);
    expect(await checked(result.batchId)).toMatchObject({ state: 'DRAFT', amount: 1_230 });
    expect((await upload(['姓名,发放金额(元)', '张三,1'])).msg).toContain('首行缺少');
    expect((await upload([header])).msg).toBe('文件中没有数据行');
  });

  test('has so many rows at most, and not one more', async () => {
    const session = await api.deps.sessions.authenticate(maker);
    const input = { merchantId, name: '名单', reason: '名单发放' };
    const call = { ...callerOf(api, session), input, log: undefined as unknown as FastifyBaseLogger };
    const lines = (rows: number) => [header, ...Array.from({ length: rows }, (_, n) => `X${n},,1`)];
    const take = (rows: number) =>
      withSpooled(Readable.from([Buffer.from(lines(rows).join('\n'))]), (spooled) =>
        uploadIssue(call, { ...spooled, fileName: 'rows.csv', mediaType: 'text/csv' }, 3),
      );
    expect(await checked((await take(3)).batchId)).toMatchObject({ total: 3 });
    await expect(take(4)).rejects.toThrow('At most 3 rows a file');
  });

  test('the template has the columns that it takes', async () => {
    const { text } = await api.call('creditLimit/issueTemplate', { format: 'csv' }, maker);
    expect(text.replace('\ufeff', '').trim()).toBe(header);
  });
});

describe('what is refused', () => {
  test.each([
    ['an amount of 0', { amount: { by: 'SAME', amount: 0 } }],
    ['a negative amount', { amount: { by: 'SAME', amount: -1 } }],
    ['half a fen', { amount: { by: 'SAME', amount: 1.005 } }],
    ['an amount in words', { amount: { by: 'SAME', amount: '12' } }],
    ['an amount of 2^53', { amount: { by: 'SAME', amount: 2 ** 53 } }],
    ['a target of nobody', { target: { by: 'EMPLOYEE', ids: [] } }],
    ['a short number', { batchNo: 'A1' }],
    ['a number in small letters', { batchNo: 'nov-2026' }],
    ['a name of two lines', { name: '一\n二' }],
    ['a day that is none', { effectiveOn: '2026-02-30' }],
  ])('%s, by the form', async (_what, more) => {
    expect((await add(more)).status).toBe(400);
  });

  test('days that are over, too far, or in the wrong order', async () => {
    const day = today();
    const refused = async (more: object) => (await add(more)).body.msg;
    expect(await refused({ effectiveOn: dayBefore(day, 1) })).toBe('生效日应在今天起 366 天内');
    expect(await refused({ effectiveOn: dayBefore(day, -367) })).toBe('生效日应在今天起 366 天内');
    expect(await refused({ effectiveOn: dayBefore(day, -3), lastDay: dayBefore(day, -2) })).toBe(
      '失效日早于生效日',
    );
    const { result } = (await add({ effectiveOn: dayBefore(day, -366), lastDay: dayBefore(day, -366) })).body;
    expect(await checked(result.batchId)).toMatchObject({
      state: 'DRAFT',
      effectiveOn: dayBefore(day, -366),
    });
  });

  test('a merchant that does no business, a 制度 that is not in force, and what is another tenant’s', async () => {
    const { prisma } = api.deps.database;
    const where = { tenantId: tenantId('A') };
    const disabled = await prisma.merchant.findFirstOrThrow({ where: { ...where, state: 'DISABLED' } });
    expect((await add({ merchantId: disabled.id })).body.msg).toBe('商户不是正常状态');
    const institution = (state: 'DRAFT' | 'ENABLED', key: 'A' | 'B') =>
      prisma.institution.create({
        data: { tenantId: tenantId(key), code: `ZD9000000${state.length}`, name: `发放${state}`, state },
      });
    const draft = await institution('DRAFT', 'A');
    expect((await add({ institutionId: draft.id })).body.msg).toBe('制度未启用');
    const enabled = await institution('ENABLED', 'A');
    const foreign = await institution('ENABLED', 'B');
    const { id: strangerId } = await prisma.employee.findFirstOrThrow({ where: { tenantId: tenantId('B') } });
    const stranger = { by: 'EMPLOYEE', ids: [strangerId] };
    const { batchId } = (await add({ institutionId: enabled.id })).body.result;
    expect((await checked(batchId)).institution).toEqual({ id: enabled.id, name: enabled.name });
    for (const answer of [
      await add({ institutionId: foreign.id }),
      await add({}, other),
      await api.call('creditLimit/getIssue', { id: batchId }, other),
      await api.call('creditLimit/queryIssueRow', { issueId: batchId }, other),
      await api.call('creditLimit/cancelIssue', { id: batchId, version: 2 }, other),
      await api.call('creditLimit/previewTarget', { merchantId, target: { by: 'ALL' } }, other),
      await add({ target: stranger }),
      await api.call('creditLimit/previewTarget', { merchantId, target: stranger }, maker),
    ]) {
      expect(answer.body).toMatchObject({ code: 406, msg: '记录不存在' });
    }
  });

  test('a sum that no fund has', async () => {
    const amount = { by: 'SAME', amount: 1_000_000_000_000 };
    const { prisma } = api.deps.database;
    await prisma.$executeRaw`
      INSERT INTO employees (tenant_id, merchant_id, employee_no, name, mobile, state, hired_on, labels)
      SELECT ${tenantId('A')}::uuid, ${merchantId}::uuid, 'SUM' || n, '合计' || n, (13100000000 + n)::text, 'ACTIVE', '2026-01-01', '{合计}'
      FROM generate_series(1, 1001) n`;
    const target = { by: 'LABEL', values: ['合计'] };
    expect((await add({ amount, target })).body).toMatchObject({ code: 406, msg: '合计金额过大' });
    const { result } = await upload([
      '工号,发放金额(元)',
      ...Array.from({ length: 1_001 }, (_, n) => `SUM${n + 1},9999999999.99`),
    ]);
    expect(await checked(result.batchId)).toMatchObject({ state: 'FAILED', message: '合计金额过大' });
    await prisma.employee.updateMany({ where: { labels: { has: '合计' } }, data: { state: 'LEFT' } });
  });
});

test('a draft is dropped once, and nothing else is', async () => {
  const { result } = (await add()).body;
  const { id, version } = await checked(result.batchId);
  const cancel = (at: number) => api.call('creditLimit/cancelIssue', { id, version: at }, maker);
  expect((await cancel(version - 1)).body.code).toBe(406);
  expect((await cancel(version)).body.result).toMatchObject({ id, state: 'CANCELLED' });
  expect((await cancel(version + 1)).body).toMatchObject({ code: 406, msg: '已被处理' });
});

test('batches are found by number, name, merchant, state and day', async () => {
  const { result } = (await add({ batchNo: 'FIND-ME-1', name: '找得到' })).body;
  await checked(result.batchId);
  const found = async (input: object) => {
    const { body } = await api.call('creditLimit/queryIssue', { pageSize: 200, ...input }, maker);
    return body.result.list.map(({ batchNo }: { batchNo: string }) => batchNo);
  };
  expect(await found({ keyword: 'FIND-ME' })).toEqual(['FIND-ME-1']);
  expect(await found({ keyword: '找得到' })).toEqual(['FIND-ME-1']);
  expect(await found({ merchantId, state: ['DRAFT'] })).toContain('FIND-ME-1');
  expect(await found({ state: ['CANCELLED'] })).not.toContain('FIND-ME-1');
  const made = shanghaiDay(new Date());
  expect(await found({ createdFrom: made, createdTo: made })).toContain('FIND-ME-1');
  expect(await found({ createdTo: dayBefore(made, 1) })).not.toContain('FIND-ME-1');
});

type Person = (typeof people)[number];
