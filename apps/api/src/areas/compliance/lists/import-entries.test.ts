import { randomUUID } from 'node:crypto';
import { connect } from '@xyxlx/database/connect';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cardProduct, madeCard } from '../../../../../../tests/support/cards.ts';
import { auditor, type CaseDesk, openCaseDesk } from '../../../../../../tests/support/case-desk.ts';
import { eventually } from '../../../../../../tests/support/eventually.ts';
import { operator } from '../../../../../../tests/support/operator.ts';
import { startTestApi, type TestApi } from '../../../../../../tests/support/test-api.ts';

let api: TestApi;
let desk: CaseDesk;
let keeper: Awaited<ReturnType<typeof operator>>;
const header = '名单,主体类型,工号/卡编号/名称,员工所属商户,豁免规则编码,生效日期,最后一天,原因';
const settings = [...auditor.permissions, 'compliance.settings'];

beforeAll(async () => {
  api = await startTestApi();
  // The files say days of its months.
  api.clock.setBusinessOffset(Date.parse('2026-11-30T04:00:00Z') - api.clock.now().getTime());
  desk = await openCaseDesk(api);
  keeper = await operator(api, '名单员', { permissions: settings });
});
afterAll(() => api.close());

const call = async (path: string, input: object, by = keeper) => (await api.call(path, input, by.token)).body;
async function uploaded(lines: readonly string[], by = keeper): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([[header, ...lines].join('\n')]), '名单.csv');
  const headers = { Authorization: by.token };
  const url = `${api.url}/xyxlx/compliance/importEntries`;
  const answer = await fetch(url, { method: 'POST', headers, body: form });
  return ((await answer.json()) as { result: { jobId: string } }).result.jobId;
}
const jobIn = (id: string, states: string[], by = keeper) =>
  eventually(async () => {
    const { result } = await call('job/getJob', { id }, by);
    expect(states).toContain(result.state);
    return result;
  });
async function checked(lines: readonly string[], by = keeper) {
  const id = await uploaded(lines, by);
  return { id, job: await jobIn(id, ['WAITING_CONFIRM', 'FAILED'], by) };
}
async function imported(lines: readonly string[], by = keeper) {
  const { id } = await checked(lines, by);
  expect((await call('job/confirmImport', { id }, by)).code).toBe(200);
  return { id, job: await jobIn(id, ['PARTIAL', 'SUCCEEDED', 'FAILED'], by) };
}
/** Why rows are refused, by their place in the file. */
async function problems(id: string, by = keeper): Promise<string[]> {
  const { list } = (await call('job/queryImportRow', { id, pageSize: 50, only: 'bad' }, by)).result;
  return list.map(
    ({ problems: [first] }: { problems: { column: { zh: string }; reason: { zh: string } }[] }) =>
      [first?.column.zh, first?.reason.zh].join(': '),
  );
}
async function person(change: object = {}) {
  const id = await desk.employee(change);
  const row = await api.deps.database.prisma.employee.findFirstOrThrow({ where: { id } });
  return { id, no: row.employeeNo };
}
const entriesOf = (subjectId: string) =>
  api.deps.database.prisma.riskListEntry.findMany({ where: { subjectId }, orderBy: { id: 'asc' } });
const codeOf = async (id: string) =>
  (await api.deps.database.prisma.riskRule.findFirstOrThrow({ where: { id } })).code;

test('black and grey ones hold once the file is confirmed: each kind of subject by what people call it', async () => {
  const { prisma } = api.deps.database;
  const { no, id } = await person();
  const merchant = await prisma.merchant.findFirstOrThrow({ where: { id: desk.merchantId } });
  const companyId = merchant.companyId as string;
  const company = await prisma.company.findFirstOrThrow({ where: { id: companyId } });
  const cardNo = `IMP${randomUUID().slice(0, 8).toUpperCase()}`;
  const productId = await cardProduct(api, desk.tenantId);
  const holder = { tenantId: desk.tenantId, merchantId: merchant.id, companyId, employeeId: id };
  const cardId = await madeCard(api, { ...holder, productId, cardNo });
  const clerk = await operator(api, `经办${cardNo}`, auditor);
  const { id: jobId, job } = await imported([
    `黑名单,员工,${no},${merchant.name},,2026-11-01,2026-12-31,查实套现`,
    `black,Prepaid card,${cardNo},,,,,查实套现`,
    `灰,收款商户,${merchant.name},,,,,多名员工集中`,
    `GREY,MERCHANT,${merchant.name},,,,,多名员工集中`,
    `灰名单,公司,${company.name},,,,,多名员工集中`,
    `黑名单,经办人,经办${cardNo},,,,,查实串通`,
  ]);
  expect(await problems(jobId)).toEqual([]);
  expect(job).toMatchObject({ state: 'SUCCEEDED', done: 6, failed: 0 });
  expect(job.report.figures.map(({ value }: { value: number }) => value)).toEqual([6, 0]);
  const by = { createdBy: '名单员', createdById: keeper.session.userId };
  expect(await entriesOf(id)).toMatchObject([
    {
      ...{ list: 'BLACK', subjectType: 'EMPLOYEE', ruleId: null, state: 'ACTIVE', reason: '查实套现' },
      ...{ validFrom: new Date('2026-10-31T16:00:00Z'), validTo: new Date('2026-12-31T16:00:00Z'), ...by },
    },
  ]);
  expect(await entriesOf(cardId)).toMatchObject([{ subjectType: 'CARD', validTo: null, ...by }]);
  expect((await entriesOf(merchant.id)).map(({ list, subjectType }) => [list, subjectType])).toEqual([
    ['GREY', 'PAYEE'],
    ['GREY', 'MERCHANT'],
  ]);
  expect(await entriesOf(companyId)).toMatchObject([{ list: 'GREY', subjectType: 'COMPANY' }]);
  expect(await entriesOf(clerk.session.userId)).toMatchObject([{ list: 'BLACK', subjectType: 'OPERATOR' }]);
  const log = await prisma.operationLog.findMany({ where: { action: 'importEntries', result: 'SUCCESS' } });
  expect(log).toMatchObject([{ module: 'compliance', actorName: '名单员', after: { added: 6, jobId } }]);
});

test('white ones of a file begin together, once somebody whom none is about agrees', async () => {
  const { prisma } = api.deps.database;
  const [one, two] = [await desk.rule(), await desk.rule()];
  const codes = [await codeOf(one.id), await codeOf(two.id)];
  const [first, second] = [await person(), await person()];
  const about = await operator(api, '本人', { permissions: [...settings, 'compliance.decide'] });
  await prisma.employee.update({
    where: { tenantId_id: { tenantId: desk.tenantId, id: second.id } },
    data: { userId: about.session.userId },
  });
  const { job } = await imported([
    `白名单,员工,${first.no},,${codes.join('；').toLowerCase()},2026-11-20,2026-12-20,采购岗位`,
    `白名单,员工,${second.no},,${codes[0]},2026-11-20,2026-12-20,采购岗位`,
  ]);
  expect(job.report.figures.map(({ value }: { value: number }) => value)).toEqual([0, 2]);
  const waiting = [...(await entriesOf(first.id)), ...(await entriesOf(second.id))];
  expect(waiting.map(({ state, ruleId }) => [state, ruleId])).toEqual(
    [one.id, two.id, one.id].map((id) => ['PENDING', id]),
  );
  expect(new Set(waiting.map(({ requestId }) => requestId)).size).toBe(1);
  const approval = await prisma.approval.findFirstOrThrow({
    where: { subjectType: 'riskList', subjectId: waiting[0]?.requestId as string },
  });
  expect(approval.subjectLabel).toMatch(new RegExp(`${first.no} \\+2$`));
  for (const nobody of [keeper, about]) {
    expect((await call('approval/approve', { id: approval.id }, nobody)).code).toBe(406);
  }
  expect((await call('approval/approve', { id: approval.id }, desk.head)).code).toBe(200);
  const held = [...(await entriesOf(first.id)), ...(await entriesOf(second.id))];
  expect(held.map(({ state, approvalId }) => [state, approvalId])).toEqual(
    held.map(() => ['ACTIVE', approval.id]),
  );
});

test('each bad row is refused in words, the others go in', async () => {
  const { prisma } = api.deps.database;
  const { code } = await prisma.riskRule.upsert({
    where: { tenantId_code: { tenantId: desk.tenantId, code: 'LEFT' } },
    update: {},
    create: { tenantId: desk.tenantId, code: 'LEFT', name: '离职后消费', inboxId: desk.inboxId },
  });
  const rule = await codeOf((await desk.rule()).id);
  const [listed, good, twice] = [await person(), await person(), await person()];
  await desk.done(
    'addEntry',
    { list: 'GREY', subjectType: 'EMPLOYEE', subjectId: listed.id, reason: '关注' },
    keeper,
  );
  // The same number at another merchant.
  const elsewhere = await prisma.merchant.findFirstOrThrow({
    where: { tenantId: desk.tenantId, id: { not: desk.merchantId } },
  });
  await desk.employee({ merchantId: elsewhere.id, employeeNo: twice.no });
  const foreign = await prisma.card.findFirst({ where: { tenantId: { not: desk.tenantId } } });
  const { id } = await checked([
    `红名单,员工,${good.no},,,,,原因`,
    `黑名单,部门,${good.no},,,,,原因`,
    `黑名单,公司,${good.no},,,,,原因`,
    `白名单,员工,${good.no},,,,2026-12-01,原因`,
    `灰名单,员工,${good.no},,${rule},,,原因`,
    `白名单,员工,${good.no},,${code},,2026-12-01,原因`,
    `白名单,员工,${good.no},,${rule}、NOSUCH,,2026-12-01,原因`,
    `灰名单,员工,${good.no},,,2026-12-02,2026-12-01,原因`,
    `白名单,员工,${good.no},,${rule},2027-01-01,2027-06-30,原因`,
    `白名单,员工,${good.no},,${rule},2027-01-01,,原因`,
    '灰名单,员工,NOBODY-1,,,,,原因',
    `灰名单,员工,${good.no},不存在的商户,,,,原因`,
    `灰名单,预付卡,${foreign?.cardNo ?? 'NOCARD'},,,,,原因`,
    `灰名单,员工,${twice.no},,,,,原因`,
    `灰名单,员工,${listed.no},,,,,原因`,
    `灰名单,员工,${good.no},,,,2026-12-31,原因`,
    `灰名单,员工,${good.no},,,2026-12-31,2026-12-31,原因`,
    `灰名单,员工,${good.no},,,2027-01-01,,原因`,
    `灰名单,员工,${twice.no},${elsewhere.name},,,,原因`,
    `白名单,员工,${good.no},,${rule},2027-01-01,2027-06-29,原因`,
    `灰名单,员工,${good.no},,,2026-12-31,,`,
  ]);
  expect(await problems(id)).toEqual([
    '名单: 应为黑名单、灰名单或白名单',
    '主体类型: 应为员工、预付卡、收款商户、商户、公司或经办人',
    '主体类型: 该主体不能列入黑名单',
    '豁免规则编码: 请选择规则',
    '豁免规则编码: 仅白名单指定规则',
    '豁免规则编码: 该规则不可豁免',
    '豁免规则编码: 规则不存在',
    '最后一天: 失效时间须晚于生效时间',
    '最后一天: 白名单不得超过 180 天',
    '最后一天: 白名单不得超过 180 天',
    ...Array(3).fill('工号/卡编号/名称: 主体不存在'),
    '工号/卡编号/名称: 有多个同名主体，请填写所属商户或改为逐个列入',
    '工号/卡编号/名称: 名单中已存在',
    '工号/卡编号/名称: 与文件中前面的行重复',
    expect.stringContaining('原因: '),
  ]);
  await call('job/confirmImport', { id });
  expect(await jobIn(id, ['SUCCEEDED', 'PARTIAL'])).toMatchObject({ done: 4, failed: 17 });
  expect((await entriesOf(good.id)).map(({ list }) => list)).toEqual(['GREY', 'GREY', 'WHITE']);
});

test('a row repeats only an earlier one that goes in: what overlaps a refused row alone goes in too', async () => {
  const [one, other] = [await desk.rule(), await desk.rule()];
  const [a, b] = [await codeOf(one.id), await codeOf(other.id)];
  const { id: subjectId, no } = await person();
  const white = (codes: string, from: string, to: string) =>
    `白名单,员工,${no},,${codes},2027-01-${from},2027-01-${to},采购岗位`;
  const { id } = await checked([
    white(a, '01', '10'),
    white(`${a}、${b}`, '10', '20'),
    white(a, '11', '20'),
    white(b, '05', '15'),
    white(b, '15', '16'),
  ]);
  const { list } = (await call('job/queryImportRow', { id, pageSize: 50, only: 'bad' })).result;
  expect(list.map(({ row }: { row: number }) => row)).toEqual([3, 6]);
  expect(await problems(id)).toEqual(Array(2).fill('工号/卡编号/名称: 与文件中前面的行重复'));
  await call('job/confirmImport', { id });
  expect(await jobIn(id, ['PARTIAL'])).toMatchObject({ done: 3, failed: 2 });
  expect((await entriesOf(subjectId)).map(({ ruleId, validFrom }) => [ruleId, validFrom.getTime()])).toEqual([
    [one.id, Date.parse('2026-12-31T16:00:00Z')],
    [one.id, Date.parse('2027-01-10T16:00:00Z')],
    [other.id, Date.parse('2027-01-04T16:00:00Z')],
  ]);
});

test('who sees one merchant lists only its people and cards, by what they may see when it is confirmed', async () => {
  const { prisma } = api.deps.database;
  const elsewhere = await prisma.merchant.findFirstOrThrow({
    where: { tenantId: desk.tenantId, id: { not: desk.merchantId } },
  });
  const narrow = await operator(api, '商户合规', {
    ...{ permissions: settings, dataScope: 'MERCHANTS', merchantIds: [desk.merchantId] },
  });
  const [own, other, later] = [await person(), await person({ merchantId: elsewhere.id }), await person()];
  const grey = ({ no }: { no: string }) => `灰名单,员工,${no},,,,,关注`;
  const { id } = await checked([grey(own), grey(other)], narrow);
  expect(await problems(id, narrow)).toEqual(['工号/卡编号/名称: 主体不存在']);
  await call('job/confirmImport', { id }, narrow);
  await jobIn(id, ['SUCCEEDED', 'PARTIAL'], narrow);
  expect([(await entriesOf(own.id)).length, (await entriesOf(other.id)).length]).toEqual([1, 0]);
  const second = await checked([grey(later)], narrow);
  await prisma.role.updateMany({ where: { name: '商户合规' }, data: { merchantIds: [elsewhere.id] } });
  await call('job/confirmImport', { id: second.id }, narrow);
  expect(await jobIn(second.id, ['SUCCEEDED', 'PARTIAL', 'FAILED'], narrow)).toMatchObject({
    done: 0,
    failed: 1,
  });
  expect(await entriesOf(later.id)).toEqual([]);
});

test('listed by somebody while the file waits: the row is refused, not there twice', async () => {
  const { id: subjectId, no } = await person();
  const { id } = await checked([`灰名单,员工,${no},,,,,关注`]);
  await desk.done('addEntry', { list: 'GREY', subjectType: 'EMPLOYEE', subjectId, reason: '关注' }, keeper);
  await call('job/confirmImport', { id });
  expect(await jobIn(id, ['SUCCEEDED', 'PARTIAL', 'FAILED'])).toMatchObject({ done: 0, failed: 1 });
  expect(await problems(id)).toEqual(['工号/卡编号/名称: 名单中已存在']);
  expect(await entriesOf(subjectId)).toHaveLength(1);
});

test('waits for whoever lists the same subject at this moment', async () => {
  const { id: subjectId, no } = await person();
  const { id } = await checked([`灰名单,员工,${no},,,,,关注`]);
  const other = await connect(api.databaseUrl);
  await other.query('BEGIN');
  await other.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `risk-list/${desk.tenantId}/${subjectId}`,
  ]);
  await call('job/confirmImport', { id });
  const watching = await connect(api.databaseUrl);
  const { rows } = await other.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  await eventually(async () => {
    const waiting = 'SELECT FROM pg_stat_activity WHERE $1 = ANY(pg_blocking_pids(pid))';
    expect((await watching.query(waiting, [rows[0]?.pid])).rowCount).toBe(1);
  });
  expect(await entriesOf(subjectId)).toEqual([]);
  await other.query(
    `INSERT INTO risk_list_entries (tenant_id, request_id, list, subject_type, subject_id, valid_from, reason, state, created_at)
     VALUES ($1, uuidv7(), 'GREY', 'EMPLOYEE', $2, '2026-01-01', '他人先列入', 'ACTIVE', now())`,
    [desk.tenantId, subjectId],
  );
  await other.query('COMMIT');
  expect(await jobIn(id, ['SUCCEEDED', 'PARTIAL', 'FAILED'])).toMatchObject({ done: 0, failed: 1 });
  expect(await entriesOf(subjectId)).toMatchObject([{ reason: '他人先列入' }]);
  await Promise.all([other.end(), watching.end()]);
});

test('only who settles the rules of compliance imports, and has the template', async () => {
  const form = new FormData();
  form.append('file', new Blob([`${header}\n灰名单,员工,X,,,,,关注`]), 'a.csv');
  const headers = { Authorization: desk.analyst.token };
  const url = `${api.url}/xyxlx/compliance/importEntries`;
  const refused = await fetch(url, { method: 'POST', headers, body: form });
  expect(((await refused.json()) as { code: number }).code).toBe(406);
  const template = await fetch(`${api.url}/xyxlx/compliance/entryTemplate`, {
    method: 'POST',
    headers: { Authorization: keeper.token, 'Content-Type': 'application/json' },
    body: JSON.stringify({ format: 'csv' }),
  });
  expect((await template.text()).replace('﻿', '').trim()).toBe(header);
});
