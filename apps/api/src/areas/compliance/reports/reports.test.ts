import { createHash, randomUUID } from 'node:crypto';
import type { RiskReportDetail } from '@xyxlx/contracts/compliance-report';
import { payChannelWords } from '@xyxlx/contracts/consumption';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CaseDesk, openCaseDesk } from '../../../../../../tests/support/case-desk.ts';
import { csvLines } from '../../../../../../tests/support/csv-lines.ts';
import { eventually } from '../../../../../../tests/support/eventually.ts';
import { expectInvariants } from '../../../../../../tests/support/invariants.ts';
import { openReport } from '../../../../../../tests/support/open-report.ts';
import { startTestApi, type TestApi } from '../../../../../../tests/support/test-api.ts';
import { shanghaiDay, shanghaiTime } from '../../../platform/time/shanghai.ts';

let api: TestApi;
let desk: CaseDesk;
const narrative = `=HYPERLINK("http://evil") <script>alert(1)</script> 主体在一日之内多次支付大额款项，金额相近，时间集中，与其职务不符，怀疑化整为零，特此报告。`;
const reason = '与本人核实，未能说明来源';

beforeAll(async () => {
  api = await startTestApi();
  desk = await openCaseDesk(api);
});
afterAll(() => api.close());

/** A case with one hit, and what is reported of it. */
async function reportable(more: Parameters<CaseDesk['newCase']>[0] = {}) {
  const row = await desk.newCase(more);
  const { hitId } = await api.deps.database.prisma.riskAlert.findFirstOrThrow({ where: { caseId: row.id } });
  return {
    row,
    input: { id: row.id, kind: 'TRANSACTION', narrative, hitIds: [hitId], measures: ['FREEZE', 'WATCH'] },
  };
}

const file = async (input: object) =>
  (await desk.done('fileReport', input)) as unknown as RiskReportDetail & { approvalId: string };
const shown = async (id: string) => (await desk.done('getReport', { id })) as unknown as RiskReportDetail;
const decide = async (act: string, id: string, by = desk.head) =>
  (await api.call(`approval/${act}`, { id, reason: '核对' }, by.token)).body;
const sealed = (id: string) =>
  eventually(async () => {
    const report = await shown(id);
    expect(report.state).toBe('APPROVED');
    return report;
  });

/** The bytes that are downloaded. */
async function bytesOf(id: string, token = desk.analyst.token): Promise<Buffer> {
  const answer = await api
    .call('compliance/downloadReport', { id }, token)
    .buffer(true)
    .parse((response, done) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => done(null, Buffer.concat(parts)));
    });
  expect(answer.headers['content-type']).toBe('application/zip');
  return answer.body as Buffer;
}

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('an approved report is one zip whose manifest holds, with its texts as text and its formulas neutralised; each download is logged', async () => {
  const { prisma } = api.deps.database;
  const paid = await prisma.consumptionRecord.findFirstOrThrow({
    where: {
      tenantId: desk.tenantId,
      type: 'CONSUME',
      state: 'SUCCESS',
      employeeId: { not: null },
      personal: { gt: 0 },
    },
    orderBy: { paidAt: 'desc' },
  });
  await prisma.merchant.update({
    where: { tenantId_id: { tenantId: desk.tenantId, id: paid.payeeMerchantId } },
    data: { name: '=1+1 特约商户' },
  });
  const subjectId = paid.employeeId as string;
  await prisma.employee.update({
    where: { tenantId_id: { tenantId: desk.tenantId, id: subjectId } },
    data: { name: '@王小明' },
  });
  const { row, input } = await reportable({ subjectId, at: paid.paidAt, eventId: paid.id });
  await desk.done('addNote', { id: row.id, text: '=cmd|calc <b>备注</b>' });
  const form = new FormData();
  form.append('id', row.id);
  form.append('file', new Blob([png]), '../../票据 1.png');
  const headers = { Authorization: desk.analyst.token, Resourcestype: 'PC' };
  const uploaded = await fetch(`${api.url}/xyxlx/compliance/addAttachment`, {
    method: 'POST',
    headers,
    body: form,
  });
  expect(await uploaded.json()).toMatchObject({ code: 200 });

  const report = await file(input);
  expect(report).toMatchObject({
    state: 'SUBMITTED',
    case: { id: row.id },
    size: null,
    measures: ['FREEZE', 'WATCH'],
  });
  expect(report.no).toMatch(/^KY\d{8}\d{4}$/);
  expect((await desk.call('downloadReport', { id: report.id })).msg).toBe('报告尚未生成');
  expect((await decide('approve', report.approvalId)).code).toBe(200);
  const done = await sealed(report.id);
  const approvedIn = Number(shanghaiDay(new Date(done.approvedAt as string)).slice(0, 4));
  expect(done.keptUntil?.slice(0, 4)).toBe(String(approvedIn + 10));

  const bytes = await bytesOf(report.id);
  expect(bytes.length).toBe(done.size);
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(done.sha256);
  const files = await openReport(bytes);
  expect(files.size).toBe(7);
  const text = (name: string) => String(files.get(name));
  const json = JSON.parse(text('report.json'));
  expect(json).toMatchObject({
    no: report.no,
    narrative,
    measures: ['冻结', '持续监测'],
    approvedBy: '合规主管',
  });
  expect(json.hits).toEqual([expect.objectContaining({ id: input.hitIds[0], eventId: paid.id })]);
  expect(text('report.html')).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(text('report.html')).not.toContain('<script');
  const [head, ...lines] = csvLines(text('transactions.csv'));
  const yuan = (fen: bigint) => (Number(fen) / 100).toFixed(2);
  expect([head, lines.at(-1)]).toEqual([
    [
      ...['流水号', '时间', '类型', '状态', '金额（元）', '企业支付（元）', '个人支付（元）'],
      ...['渠道', '收款商户', '命中'],
    ],
    [
      ...[paid.paymentNo, shanghaiTime(paid.paidAt), '消费', '成功'],
      ...[yuan(paid.amount), yuan(paid.enterprise), yuan(paid.personal)],
      ...[payChannelWords[paid.channel as keyof typeof payChannelWords].zh, "'=1+1 特约商户", '是'],
    ],
  ]);
  expect(csvLines(text('subjects.csv'))[1]?.[1]).toBe("'@王小明");
  expect(JSON.parse(text('notes.json'))).toEqual([
    expect.objectContaining({ actor: '分析员', text: '=cmd|calc <b>备注</b>' }),
  ]);
  expect(files.get('attachments/01-票据_1.png')?.equals(png)).toBe(true);

  await bytesOf(report.id, desk.head.token);
  const logged = await prisma.operationLog.findMany({
    where: { action: 'downloadReport', result: 'SUCCESS' },
  });
  expect(logged.map(({ actorName, targetId }) => [actorName, targetId])).toEqual([
    ['分析员', report.id],
    ['合规主管', report.id],
  ]);
});

describe('handing in', () => {
  test('one report of a case at a time: 报告待审批', async () => {
    const { input } = await reportable();
    const { approvalId } = await file(input);
    expect(await desk.call('fileReport', input)).toMatchObject({ code: 406, msg: '报告待审批' });
    expect((await decide('withdraw', approvalId, desk.analyst)).code).toBe(200);
    const again = await file(input);
    expect((await decide('reject', again.approvalId)).code).toBe(200);
    expect((await shown(again.id)).state).toBe('REJECTED');
    expect((await file(input)).state).toBe('SUBMITTED');
  });

  test('who handed it in does not approve it', async () => {
    const { input } = await reportable();
    const { approvalId } = await desk.done('fileReport', input, desk.head);
    expect(await decide('approve', approvalId)).toMatchObject({
      code: 406,
      msg: '经办人不能审批自己提交的事项',
    });
  });

  test('hits are the case’s own, the story is 50 to 4,000 characters', async () => {
    const { input } = await reportable();
    const other = await reportable();
    for (const hitIds of [other.input.hitIds, [randomUUID()], [...input.hitIds, ...other.input.hitIds]]) {
      expect(await desk.call('fileReport', { ...input, hitIds })).toMatchObject({
        code: 406,
        msg: '命中不属于该案件',
      });
    }
    for (const text of ['短', '五'.repeat(49), ` ${'五'.repeat(49)} `, '😀'.repeat(25), '五'.repeat(4001)]) {
      expect((await desk.call('fileReport', { ...input, narrative: text })).code).toBe(400);
    }
    expect((await file({ ...input, narrative: '五'.repeat(50) })).state).toBe('SUBMITTED');
  });

  test('a correction names an approved report of the same case', async () => {
    const { input } = await reportable();
    const first = await file(input);
    expect((await desk.call('fileReport', { ...input, correctsId: first.id })).code).toBe(406);
    await decide('approve', first.approvalId);
    await sealed(first.id);
    const other = await reportable();
    expect((await desk.call('fileReport', { ...other.input, correctsId: first.id })).msg).toBe('记录不存在');
    const second = await file({ ...input, correctsId: first.id });
    expect(second.corrects).toEqual({ id: first.id, no: first.no });
    expect((await shown(first.id)).corrections).toEqual([{ id: second.id, no: second.no }]);
  });

  test('a rejected report is none to correct', async () => {
    const { input } = await reportable();
    const first = await file(input);
    await decide('reject', first.approvalId);
    expect((await desk.call('fileReport', { ...input, correctsId: first.id })).msg).toBe('记录不存在');
  });

  test('it is due on the fifth working day after the case was found suspicious', async () => {
    api.clock.setBusinessOffset(Date.parse('2026-11-20T02:00:00Z') - Date.now());
    const { row, input } = await reportable();
    await desk.done('addNote', { id: row.id, text: '确认可疑', isSuspicious: true });
    api.clock.setBusinessOffset(Date.parse('2026-11-24T02:00:00Z') - Date.now());
    expect((await file(input)).dueOn).toBe('2026-11-27');
    api.clock.setBusinessOffset(0);
  });
});

test('with an approved report a case is closed as reported, by two', async () => {
  const { row, input } = await reportable();
  const { version } = await desk.done('claimCase', { id: row.id, version: row.version });
  const verdict = { id: row.id, outcome: 'REPORTED', reason };
  expect((await desk.call('closeCase', { ...verdict, version })).msg).toContain('没有已批准的可疑报告');
  const report = await file(input);
  await decide('approve', report.approvalId);
  await sealed(report.id);
  const now = await desk.shown(row.id);
  const closing = await desk.done('closeCase', { ...verdict, version: now.version });
  expect(closing.state).toBe('CLOSING');
  expect((await decide('approve', closing.approvalId)).code).toBe(200);
  expect(await desk.shown(row.id)).toMatchObject({ state: 'CLOSED', outcome: 'REPORTED' });
});

test('what must always be true of reports is', async () => {
  await expectInvariants(api);
});
