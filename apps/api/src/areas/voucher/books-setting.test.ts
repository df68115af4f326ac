import type { AccountRow } from '@xyxlx/contracts/voucher-account';
import type { VoucherDetail, VoucherRow } from '@xyxlx/contracts/voucher-record';
import type { BookSetting } from '@xyxlx/contracts/voucher-setting';
import { openBooks } from '@xyxlx/database/open-books';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { operator } from '../../../../../tests/support/operator.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import {
  boundsOfMonth,
  dayBefore,
  shanghaiDay,
  shanghaiMonth,
  startOfDay,
} from '../../platform/time/shanghai.ts';
import { sealLedger } from './seal-ledger.ts';

let api: TestApi;
let maker: string;
let checker: string;
let tenantId: string;
let accounts: Map<string, AccountRow>;

const now = new Date();
const first = shanghaiMonth(new Date(boundsOfMonth(shanghaiMonth(now)).from.getTime() - 1000));
const today = () => shanghaiDay(api.clock.businessNow());

beforeAll(async () => {
  api = await startTestApi();
  const { prisma } = api.deps.database;
  tenantId = (await prisma.tenant.create({ data: { code: 'books', name: '账套' } })).id;
  await prisma.$transaction((tx) =>
    openBooks(tx, {
      tenantId,
      from: boundsOfMonth(first).from,
      to: new Date(now.getTime() + 40 * 86_400_000),
    }),
  );
  const edits = ['voucher.view', 'voucher.edit', 'voucher.settings'];
  maker = (await operator(api, '制单', { permissions: edits }, 'books')).token;
  const checks = ['voucher.view', 'voucher.edit', 'voucher.approve', 'voucher.post'];
  checker = (await operator(api, '复核', { permissions: checks }, 'books')).token;
  const chart = (await send('voucher/queryAccount')).result as AccountRow[];
  accounts = new Map(chart.map((account) => [account.code, account]));
});
afterAll(() => api.close());

const send = async (path: string, input: object = {}, token = maker) =>
  (await api.call(path, input, token, { 'Idempotency-Key': crypto.randomUUID() })).body;
async function result<T>(path: string, input: object = {}, token = maker): Promise<T> {
  const body = await send(path, input, token);
  expect(body).toMatchObject({ code: 200, msg: '' });
  return body.result;
}
const setting = () => result<BookSetting>('voucher/getSetting');
const vouchers = async (filter: object = {}) =>
  (await result<{ list: VoucherRow[] }>('voucher/queryVoucher', { pageSize: 200, ...filter })).list;

describe('the setting of the books', () => {
  const edit = (given: object) =>
    send('voucher/editSetting', {
      voucherStyle: 'ONE',
      personalShare: 'DIRECT',
      vatBps: 600,
      version: 0,
      reason: '税率调整',
      ...given,
    });

  test('changes with a second person’s word, from the next day on', async () => {
    expect(await setting()).toEqual({
      voucherStyle: 'ONE',
      personalShare: 'DIRECT',
      vatBps: 600,
      next: null,
      approvalId: null,
      version: 0,
    });
    expect((await edit({})).msg).toBe('没有变化');
    expect((await edit({ vatBps: 1301 })).code).toBe(400);
    expect((await edit({ vatBps: -1 })).code).toBe(400);
    expect((await edit({ vatBps: 0, version: 1 })).code).toBe(406);

    const waiting = (await edit({ vatBps: 1300, personalShare: 'THROUGH_US' })).result as BookSetting;
    expect(waiting).toMatchObject({ vatBps: 600, next: null, approvalId: expect.any(String) });
    expect((await edit({ vatBps: 300 })).msg).toBe('已提交审批，请勿重复提交');
    expect((await send('approval/approve', { id: waiting.approvalId })).code).toBe(406);
    await result('approval/approve', { id: waiting.approvalId }, checker);

    const validFrom = startOfDay(shanghaiDay(new Date(api.clock.businessNow().getTime() + 86_400_000)));
    expect(await setting()).toEqual({
      voucherStyle: 'ONE',
      personalShare: 'DIRECT',
      vatBps: 600,
      next: {
        voucherStyle: 'ONE',
        personalShare: 'THROUGH_US',
        vatBps: 1300,
        validFrom: validFrom.toISOString(),
      },
      approvalId: null,
      version: 1,
    });
  });

  test('changed again on the same day the later one holds; rejected, nothing has changed', async () => {
    const again = {
      personalShare: 'THROUGH_US',
      voucherStyle: 'THREE',
      vatBps: 1300,
      version: 1,
    };
    const refused = (await edit(again)).result as BookSetting;
    await result('approval/reject', { id: refused.approvalId, reason: '不对' }, checker);
    expect(await setting()).toMatchObject({ version: 1, approvalId: null, next: { voucherStyle: 'ONE' } });
    const waiting = (await edit(again)).result as BookSetting;
    await result('approval/approve', { id: waiting.approvalId }, checker);
    expect(await setting()).toMatchObject({
      voucherStyle: 'ONE',
      version: 2,
      next: { voucherStyle: 'THREE', vatBps: 1300 },
    });

    api.clock.setBusinessOffset(86_400_000);
    expect(await setting()).toMatchObject({
      voucherStyle: 'THREE',
      personalShare: 'THROUGH_US',
      vatBps: 1300,
      next: null,
    });
  });

  test('who sees less than the tenant neither sees nor changes it', async () => {
    const { id } = await api.deps.database.prisma.company.create({ data: { tenantId, name: '分公司' } });
    const permissions = ['voucher.view', 'voucher.settings'];
    const role = { permissions, dataScope: 'COMPANY_TREE' as const, companyId: id };
    const { token } = await operator(api, '分公司', role, 'books');
    expect((await send('voucher/getSetting', {}, token)).msg).toBe('记录不存在');
    const input = { voucherStyle: 'ONE', personalShare: 'DIRECT', vatBps: 1, version: 2, reason: '越权' };
    expect((await send('voucher/editSetting', input, token)).msg).toBe('记录不存在');
  });
});

describe('收付转', () => {
  const post = (kind: string, legs: [debit: string, credit: string, amount: number][]) =>
    api.deps.database.prisma.$executeRaw`
      WITH slot AS MATERIALIZED (
        SELECT * FROM open_slot(${tenantId}::uuid, ${dayBefore(today(), 1)}::date, ${kind}, NULL, NULL)),
      source AS MATERIALIZED (SELECT uuidv7() AS id)
      INSERT INTO ledger_postings (tenant_id, source_id, source_type, leg, slot_id, book_date, kind, debit_role, credit_role, amount, occurred_at)
      SELECT ${tenantId}::uuid, source.id, 'fundFlow', l.leg, slot.slot_id, slot.book_date, ${kind}, l.debit, l.credit, l.amount,
        ${api.clock.businessNow()}::timestamptz
      FROM slot, source, jsonb_to_recordset(${JSON.stringify(
        legs.map(([debit, credit, amount], n) => ({ leg: n + 1, debit, credit, amount })),
      )}::jsonb) AS l(leg smallint, debit text, credit text, amount bigint)`;

  test('the word follows from what happens to cash, and numbers count by word', async () => {
    await post('RECEIPT', [['BANK', 'UNCLAIMED', 1]]);
    await post('SETTLE', [['SETTLEMENT', 'BANK', 2]]);
    await post('CHANNEL_SETTLED', [['BANK', 'CHANNEL_ALIPAY', 3]]);
    await post('CONSUME', [['LIMIT', 'SETTLEMENT', 4]]);
    await post('REFUND', [
      ['SETTLEMENT', 'LIMIT', 5],
      ['SETTLEMENT_P', 'CHANNEL_WECHAT', 6],
    ]);
    await post('LIMIT_ISSUE', [['FUND', 'LIMIT', 7]]);
    await sealLedger(api.deps);
    const made = await vouchers({ kind: ['SYSTEM'] });
    expect(Object.fromEntries(made.map(({ debitAmount, word }) => [debitAmount, word]))).toEqual({
      1: '收',
      2: '付',
      3: '付',
      4: '转',
      11: '付',
      7: '转',
    });
    await result('voucher/approveVouchers', { ids: made.map(({ id }) => id) }, checker);
    const numbered = await vouchers({ kind: ['SYSTEM'] });
    const numbers = (word: string) =>
      numbered
        .filter((row) => row.word === word)
        .map(({ number }) => number)
        .sort();
    expect([numbers('收'), numbers('付'), numbers('转')]).toEqual([[1], [1, 2, 3], [1, 2]]);
  });

  test('a reversal keeps the word and goes on with its numbers', async () => {
    const [paid] = await vouchers({ word: '付', number: 2 });
    await result('voucher/postVouchers', { ids: [paid?.id] }, checker);
    const [posted] = await vouchers({ word: '付', number: 2 });
    const red = await result<VoucherDetail & { approvalId: string }>('voucher/reverseVoucher', {
      id: posted?.id,
      version: posted?.version,
      date: posted?.date,
      reason: '冲销',
    });
    expect(red).toMatchObject({ word: '付', kind: 'RED' });
    await result('approval/approve', { id: red.approvalId }, checker);
    expect(await vouchers({ kind: ['RED'] })).toMatchObject([{ word: '付', number: 4 }]);
  });
});

describe('opening balances', () => {
  async function upload(lines: string[], token = maker) {
    const form = new FormData();
    form.append('file', new Blob([['科目编码,借,贷', ...lines].join('\n')]), 'opening.csv');
    const headers = { Authorization: token };
    const answer = await fetch(`${api.url}/xyxlx/voucher/importOpening`, {
      method: 'POST',
      headers,
      body: form,
    });
    return (await answer.json()) as { code: number; msg: string; result: { jobId: string } };
  }
  const jobIn = (id: string, states: string[]) =>
    eventually(async () => {
      const { result: job } = await send('job/getJob', { id });
      expect(states).toContain(job.state);
      return job;
    });
  /** What the check says of each row that it refuses, by the row of the file. */
  async function refused(lines: string[]): Promise<[number, ...string[]][]> {
    const { jobId: id } = (await upload(lines)).result;
    await jobIn(id, ['FAILED']);
    const { list } = await result<{ list: { row: number; problems: { reason: { zh: string } }[] }[] }>(
      'job/queryImportRow',
      { id, only: 'bad' },
    );
    return list.map(({ row, problems }) => [row, ...problems.map(({ reason }) => reason.zh)]);
  }

  test('name every bad row, and come in whole or not at all', async () => {
    const others = '另有 7 行有误，期初余额须整份导入';
    const found = await refused([
      '1001,100.00,',
      '2241.01,,100.00',
      '9999,1,',
      '1002,1,',
      '6602,1,1',
      '6602,1,',
      '6603.01,,',
      '4104.01,0,',
    ]);
    expect(found).toEqual([
      [2, others],
      [3, '受控科目由业务自动入账，不能手工记账'],
      [4, '没有这个科目'],
      [5, '科目已停用或不是末级科目'],
      [6, '借、贷须且只能填一个'],
      [7, '与第 6 行重复'],
      [8, '借、贷须且只能填一个'],
      [9, '应为大于 0 的金额，至多两位小数'],
    ]);
    expect(await refused(['1001,100.00,', '4104.01,,100.01'])).toEqual([
      [2, '借贷不平，差额 0.01 元'],
      [3, '借贷不平，差额 0.01 元'],
    ]);
    expect(await vouchers({ kind: ['MANUAL'] })).toEqual([]);
  });

  test('become one draft on the first day of the books, once, which the import names', async () => {
    const lines = ['1001,"1,234.56",', '1002.01,100,', '4104.01,,1334.56'];
    const { jobId: id } = (await upload(lines)).result;
    const { report } = await jobIn(id, ['WAITING_CONFIRM']);
    expect(report.made).toBeNull();
    expect(report.figures.map(({ value }: { value: number }) => value)).toEqual([3, 133_456]);
    await result('job/confirmImport', { id });
    const ended = await jobIn(id, ['SUCCEEDED']);
    const [draft, ...more] = await vouchers({ kind: ['MANUAL'] });
    expect(more).toEqual([]);
    expect(ended.report.made).toEqual({ type: 'voucher', id: draft?.id, label: `转 ${first}-01` });
    expect(draft).toMatchObject({
      date: `${first}-01`,
      period: first,
      state: 'DRAFT',
      word: '转',
      maker: '制单',
      debitAmount: 133_456,
    });
    const detail = await result<VoucherDetail>('voucher/getVoucher', { id: draft?.id });
    expect(
      detail.lines.map(({ account, debitAmount, creditAmount, summary }) => [
        account.code,
        debitAmount,
        creditAmount,
        summary,
      ]),
    ).toEqual([
      ['1001', 123_456, 0, '期初余额'],
      ['1002.01', 10_000, 0, '期初余额'],
      ['4104.01', 0, 133_456, '期初余额'],
    ]);
    expect((await upload(lines)).msg).toBe('已有期初凭证，请先删除或冲销');
    // Nobody is a checker of their own balances.
    const { approvalId } = await result<{ approvalId: string }>('voucher/submitVoucher', {
      id: draft?.id,
      version: draft?.version,
    });
    expect((await send('approval/approve', { id: approvalId })).code).toBe(406);
    await result('approval/approve', { id: approvalId }, checker);
  });

  test('are not for whoever may not set the books, nor for books whose first month is closed', async () => {
    expect((await upload(['1001,1,', '4104.01,,1'], checker)).code).toBe(406);
    const { prisma } = api.deps.database;
    const shut = await prisma.tenant.create({ data: { code: 'shut', name: '已结' } });
    await prisma.$transaction((tx) =>
      openBooks(tx, { tenantId: shut.id, from: boundsOfMonth(first).from, to: now }),
    );
    const where = { tenantId_period: { tenantId: shut.id, period: first } };
    await prisma.ledgerPeriod.update({ where, data: { state: 'CLOSING' } });
    await prisma.ledgerPeriod.update({ where, data: { state: 'CLOSED' } });
    const { token } = await operator(api, '财务', { permissions: ['voucher.settings'] }, 'shut');
    expect((await upload(['1001,1,', '4104.01,,1'], token)).msg).toBe(`${first} 已结账`);
  });

  test('the template has the columns that the import reads', async () => {
    const { text } = await api.call('voucher/openingTemplate', { format: 'csv' }, maker);
    expect(text.replace('\uFEFF', '').trim()).toBe('科目编码,借,贷');
    expect(accounts.get('2241.01')?.isControlled).toBe(true);
  });
});
