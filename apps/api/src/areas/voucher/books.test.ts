import { readFileSync } from 'node:fs';
import type { AccountRow } from '@xyxlx/contracts/voucher-account';
import type { TrialBalance } from '@xyxlx/contracts/voucher-ledger';
import type { VoucherRow } from '@xyxlx/contracts/voucher-record';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BookDesk, openBookDesk, postWorkedExamples } from '../../../../../tests/support/book-desk.ts';
import { operator } from '../../../../../tests/support/operator.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';

let api: TestApi;
let desk: BookDesk;

beforeAll(async () => {
  api = await startTestApi();
  desk = await openBookDesk(api);
  await postWorkedExamples(desk);
  await desk.seal();
});
afterAll(() => api.close());

test('a business that is compared with the books stays where it is booked', async () => {
  const chart = await desk.result<AccountRow[]>('voucher/queryAccount');
  const move = async (parent: string, role: string) => {
    expect(chart.find((account) => account.role === role)).toMatchObject({ isUsed: true });
    const added = { parentId: desk.account(parent), code: `${parent}.20`, name: '新户' };
    const { id, version } = await desk.result<AccountRow>('voucher/addAccount', added);
    return desk.send('voucher/mapRole', { id, version, role, reason: '整理' });
  };
  expect(await move('2241', 'LIMIT')).toMatchObject({ code: 406, msg: '科目已有发生额，不能修改' });
  expect(await move('1002', 'BANK')).toMatchObject({ code: 200 });
});

describe('files and prints', () => {
  test('lines of vouchers and the trial balance go out as files', async () => {
    const lines = await api.call('voucher/exportVoucher', { format: 'csv', period: desk.before }, desk.maker);
    expect(lines.text.split('\r\n')[0]).toContain('凭证日期,会计期间,凭证字,凭证号');
    expect(lines.text).toContain('2241.02,其他应付款—员工额度');
    const balances = await api.call(
      'voucher/exportTrialBalance',
      { format: 'csv', from: desk.before, to: desk.before, basis: 'VOUCHERS' },
      desk.maker,
    );
    const { rows } = await desk.balance({ from: desk.before, to: desk.before, basis: 'VOUCHERS' });
    const moved = rows.find(({ code }) => code === '2241.01');
    expect(moved).toMatchObject({ openingBalance: 0, side: 'CREDIT' });
    expect(moved?.debitAmount).not.toBe(moved?.creditAmount);
    const shown = rows.map(
      ({ code, name, side, openingBalance, debitAmount, creditAmount, closingBalance }) =>
        [
          ...[code, name, { DEBIT: '借', CREDIT: '贷' }[side]],
          ...[openingBalance, debitAmount, creditAmount, closingBalance].map((fen) => fen / 100),
        ].join(','),
    );
    expect(balances.text.trim().split(/\r?\n/).slice(1)).toEqual(shown);
  });

  /** The columns of the table that follows a sentence about an endpoint: both names of each. */
  function documented(endpoint: string): { zh: string; en: string }[] {
    const page = readFileSync(new URL('../../../../../docs/ledger.md', import.meta.url), 'utf8');
    const [, table = ''] = page.slice(page.indexOf(`\`${endpoint}\``)).split(/\| ---.*\n/);
    const rows = table.slice(0, table.indexOf('\n\n')).split('\n');
    return rows.map((row) => {
      const [, zh = '', en = ''] = row.split('|').map((cell) => cell.trim());
      return { zh, en };
    });
  }

  test.each(['voucher/exportVoucher', 'voucher/exportTrialBalance'])(
    'docs/ledger.md names exactly the columns of %s, in their order and in both languages',
    async (endpoint) => {
      const headings = async (language: string, token: string) => {
        const input = { format: 'csv', ...(endpoint.endsWith('Voucher') && { period: desk.before }) };
        const { text } = await api.call(endpoint, input, token, { 'Accept-Language': language });
        return text.replace('\uFEFF', '').split(/\r?\n/)[0]?.split(',');
      };
      const administrator = await api.signIn('13800000001');
      const columns = documented(endpoint);
      expect(columns.length).toBeGreaterThan(6);
      for (const language of ['zh', 'en'] as const) {
        const names = columns.map((column) => column[language]);
        const tenant = { zh: '租户', en: 'Tenant' }[language];
        expect(await headings(language, administrator)).toEqual(names);
        expect(await headings(language, desk.maker)).toEqual(names.filter((name) => name !== tenant));
      }
    },
  );

  test('a voucher prints with its unit, and its accounts in two columns', async () => {
    const [voucher] = await desk.vouchers({ keyword: '额度发放' });
    const printed = await desk.result<{ vouchers: { unit: string; lines: object[] }[] }>(
      'voucher/printVoucher',
      {
        ids: [voucher?.id],
      },
    );
    expect(printed.vouchers.map(({ unit }) => unit)).toEqual(['账套']);
    // The administrator of the platform, whose own tenant is another.
    const administrator = await api.signIn('13800000001');
    expect(await desk.result('voucher/printVoucher', { ids: [voucher?.id] }, administrator)).toMatchObject({
      vouchers: [{ unit: '账套' }],
    });
    expect(printed.vouchers[0]?.lines[0]).toMatchObject({
      generalAccount: '其他应付款',
      detailAccount: '企业资金',
    });
  });

  test('who sees less than the tenant sees no books, and the postings of their companies alone', async () => {
    const { token } = await operator(
      api,
      '分公司',
      { permissions: ['voucher.view'], dataScope: 'COMPANY_TREE', companyId: desk.companyId },
      'books',
    );
    expect(await desk.result<VoucherRow[]>('voucher/queryAccount', {}, token)).toEqual([]);
    expect((await desk.result<{ list: VoucherRow[] }>('voucher/queryVoucher', {}, token)).list).toEqual([]);
    expect((await balanceFor(token)).rows).toEqual([]);
    const { id } = await api.deps.database.prisma.company.create({
      data: { tenantId: desk.tenantId, name: '另一公司' },
    });
    const other = { permissions: ['voucher.view'], dataScope: 'COMPANY_TREE' as const, companyId: id };
    const stranger = (await operator(api, '另一分公司', other, 'books')).token;
    const counts = [token, stranger].map(
      async (who) =>
        (await desk.result<{ list: object[] }>('voucher/queryPosting', { companyId: desk.companyId }, who))
          .list.length,
    );
    expect(await Promise.all(counts)).toEqual([20, 0]);
    const [voucher] = await desk.vouchers();
    expect((await desk.send('voucher/getVoucher', { id: voucher?.id }, token)).msg).toBe('记录不存在');
    expect((await desk.send('voucher/checkPeriod', { period: desk.before }, token)).msg).toBe('记录不存在');
    const trend = await desk.result<object[]>('voucher/queryBalanceTrend', { days: 7 });
    expect(trend.at(-1)).toMatchObject({ day: desk.today, cardBalance: 50_000 });
    expect(trend).toHaveLength(7);
  });
  const balanceFor = (token: string) => desk.result<TrialBalance>('voucher/getTrialBalance', {}, token);
});
