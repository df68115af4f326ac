import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type BookDesk,
  type Leg,
  leavesOf,
  openBookDesk,
  postWorkedExamples,
  workedClosing,
} from '../../../../../tests/support/book-desk.ts';

import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';

import { dayBefore } from '../../platform/time/shanghai.ts';

let api: TestApi;
let desk: BookDesk;

beforeAll(async () => {
  api = await startTestApi();
  desk = await openBookDesk(api);
});
afterAll(() => api.close());

describe('the worked examples', () => {
  let payment: string;

  test('live postings come to the page’s trial balance before any voucher is there', async () => {
    payment = await postWorkedExamples(desk);
    const live = await desk.balance({ from: desk.before, to: desk.before, basis: 'LIVE' });
    expect(live.totals).toEqual({
      openingDebit: 0,
      openingCredit: 0,
      debitAmount: 207_023_200,
      creditAmount: 207_023_200,
      closingDebit: 100_981_800,
      closingCredit: 100_981_800,
    });
    expect(live.differenceAmount).toBe(0);
    expect(leavesOf(live)).toEqual(workedClosing);
    // As of the day desk.before the last payment; and of the company alone.
    expect(leavesOf(await desk.balance({ asOf: desk.day('05'), basis: 'LIVE' }))).toMatchObject({
      '2241.02': 97_000,
    });
    const ofOther = await desk.balance({
      from: desk.before,
      to: desk.before,
      basis: 'LIVE',
      companyId: crypto.randomUUID(),
    });
    expect(leavesOf(ofOther)).toEqual({});
    expect(ofOther.differenceAmount).toBeNull();
  });

  test('each slot becomes exactly one voucher, however often it is sealed', async () => {
    await Promise.all([desk.seal(), desk.seal()]);
    const made = await desk.vouchers();
    expect(made.map(({ kind, state }) => `${kind} ${state}`)).toEqual(Array(12).fill('SYSTEM PENDING'));
    await desk.seal();
    expect(await desk.vouchers()).toHaveLength(12);
    const [first] = await desk.vouchers({ keyword: '消费', dateTo: desk.day('05') });
    const [, mm, dd] = desk.day('05').split('-').map(Number);
    expect(first).toMatchObject({
      summary: `${mm}月${dd}日 消费 2 笔`,
      debitAmount: 11_800,
      maker: '系统',
      voucherNo: null,
    });
    const { lines, slot } = await desk.result('voucher/getVoucher', { id: first?.id });
    expect(
      lines.map(({ account: { code, fullName }, debitAmount, creditAmount, company }) => [
        code,
        fullName,
        debitAmount,
        creditAmount,
        company?.name,
      ]),
    ).toEqual([
      ['1012.01', '其他货币资金—支付宝', 2_800, 0, undefined],
      ['2241.02', '其他应付款—员工额度', 9_000, 0, '公司'],
      ['2202.01', '应付账款—商户结算（企业）', 0, 9_000, '公司'],
      ['2202.02', '应付账款—商户结算（个人）', 0, 2_800, undefined],
    ]);
    expect(slot).toMatchObject({ bookDate: desk.day('05'), kind: 'CONSUME', part: 1, postingCount: 3 });
    const [batch] = await desk.vouchers({ keyword: '额度发放' });
    expect((await desk.result('voucher/getVoucher', { id: batch?.id })).lines).toMatchObject([
      { account: { code: '2241.01' }, debitAmount: 100_000 },
      { account: { code: '2241.02' }, creditAmount: 100_000 },
    ]);
    for (const basis of ['VOUCHERS', 'LIVE']) {
      expect(leavesOf(await desk.balance({ from: desk.before, to: desk.before, basis }))).toEqual(
        workedClosing,
      );
    }
    expect(leavesOf(await desk.balance({ from: desk.before, to: desk.before }))).toEqual({});
    expect(await desk.violations()).toEqual([]);
  });

  test('from a voucher down to the payment, and from the payment up to its voucher', async () => {
    const [voucher] = await desk.vouchers({ keyword: '消费', dateTo: desk.day('05') });
    const down = await desk.result<{ list: object[] }>('voucher/queryPosting', { voucherId: voucher?.id });
    expect(down.list).toHaveLength(3);
    expect(down.list).toContainEqual(
      expect.objectContaining({
        source: { type: 'consumption', id: payment, no: null, link: expect.any(String) },
      }),
    );
    const up = await desk.result<{ list: object[] }>('voucher/queryPosting', {
      source: { type: 'consumption', id: payment },
    });
    expect(up.list).toMatchObject([
      { leg: 2, debitAccount: { code: '1012.01' }, amount: 2_800, voucher: { id: voucher?.id } },
      {
        leg: 1,
        debitAccount: { code: '2241.02' },
        creditAccount: { code: '2202.01' },
        voucher: { id: voucher?.id },
      },
    ]);
  });

  test('postings page by cursor without leaving one out', async () => {
    const seen: unknown[] = [];
    let cursor: string | null | undefined;
    do {
      const page: { list: object[]; cursor: string | null } = await desk.result('voucher/queryPosting', {
        companyId: desk.companyId,
        pageSize: 5,
        ...(cursor && { cursor }),
      });
      seen.push(...page.list.map((row) => JSON.stringify(row)));
      cursor = page.cursor;
    } while (cursor);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toHaveLength(23);
    expect(
      await desk.send('voucher/queryPosting', { companyId: desk.companyId, cursor: 'no' }),
    ).toMatchObject({ code: 400 });
    expect(await desk.send('voucher/queryPosting', {})).toMatchObject({ code: 200, result: { list: [] } });
  });

  test('numbers follow each other from 1, whoever approves at once, and posting counts', async () => {
    const pending = await desk.vouchers({ state: ['PENDING'] });
    const half = pending.slice(0, 6).map(({ id }) => id);
    const rest = pending.slice(6).map(({ id }) => id);
    await Promise.all([
      desk.result('voucher/approveVouchers', { ids: half }, desk.checker),
      desk.result('voucher/approveVouchers', { ids: rest }, desk.both),
    ]);
    expect(
      (await desk.vouchers())
        .map(({ number }) => number)
        .toSorted((one, other) => Number(one) - Number(other)),
    ).toEqual(Array.from({ length: 12 }, (_, n) => n + 1));
    expect(await desk.result('voucher/approveVouchers', { ids: half }, desk.checker)).toMatchObject({
      done: 0,
      failed: 6,
      rows: Array(6).fill({ message: '已被处理' }),
    });
    // The service is their maker: one desk.checker may approve and post.
    expect(await desk.postAll()).toMatchObject({ done: 12, failed: 0 });
    const posted = await desk.balance({ from: desk.before, to: desk.before, basis: 'POSTED' });
    expect(leavesOf(posted)).toEqual(workedClosing);
    expect(posted.rows.filter(({ level }) => level === 1).find(({ code }) => code === '2241')).toMatchObject({
      closingBalance: 95_272_800,
      side: 'CREDIT',
    });
    expect(
      (await desk.balance({ from: desk.before, to: desk.before, level: 1 })).rows.every(
        ({ level }) => level === 1,
      ),
    ).toBe(true);
    expect(await desk.violations()).toEqual([]);
  });

  /** All of an account's ledger, page by page. */
  async function ledgerOf(given: object) {
    const list: { date: string; balance: number; debitAmount: number; creditAmount: number }[] = [];
    let cursor: string | null | undefined;
    let last:
      | { openingBalance: number; debitAmount: number; creditAmount: number; closingBalance: number }
      | undefined;
    do {
      const page: { list: typeof list; cursor: string | null } & NonNullable<typeof last> = await desk.result(
        'voucher/queryAccountLedger',
        { from: desk.before, to: desk.before, pageSize: 2, ...given, ...(cursor && { cursor }) },
      );
      const { openingBalance, debitAmount, creditAmount, closingBalance } = page;
      const figures = { openingBalance, debitAmount, creditAmount, closingBalance };
      if (last) expect(figures).toEqual(last);
      list.push(...page.list);
      last = figures;
      cursor = page.cursor;
    } while (cursor);
    return { list, last };
  }

  test.each([
    ['POSTED', '2241.02', 5],
    ['VOUCHERS', '2241.02', 5],
    ['LIVE', '2241.02', 2],
    ['VOUCHERS', '2241', 14],
  ])(
    'the ledger of an account carries its balance from page to page: %s, %s',
    async (basis, code, entries) => {
      const { list, last } = await ledgerOf({ accountId: desk.account(code), basis });
      expect(list).toHaveLength(entries);
      expect(list.map(({ date }) => date)).toEqual(list.map(({ date }) => date).toSorted());
      let running = 0;
      let [debits, credits] = [0, 0];
      for (const { balance: shown, debitAmount, creditAmount } of list) {
        debits += debitAmount;
        credits += creditAmount;
        running += creditAmount - debitAmount;
        expect(shown).toBe(running);
      }
      const { rows } = await desk.balance({ from: desk.before, to: desk.before, basis });
      const row = rows.find((one) => one.code === code);
      expect(last).toMatchObject({
        openingBalance: 0,
        debitAmount: debits,
        creditAmount: credits,
        closingBalance: running,
      });
      expect(row).toMatchObject({ debitAmount: debits, creditAmount: credits, closingBalance: running });
    },
  );
});

describe('what comes late', () => {
  test('goes into the next part of its day, with a voucher of its own', async () => {
    const late = { on: dayBefore(desk.today, 2), legs: [['LIMIT', 'SETTLEMENT', 10]] satisfies Leg[] };
    await desk.post('CONSUME', late);
    await desk.seal();
    await desk.post('CONSUME', late);
    await desk.seal();
    const made = await desk.vouchers({ state: ['PENDING'], dateFrom: late.on, dateTo: late.on });
    const parts = await Promise.all(made.map(({ id }) => desk.result('voucher/getVoucher', { id })));
    expect(parts.map(({ slot }) => slot?.part).toSorted()).toEqual([1, 2]);
    expect(await desk.violations()).toEqual([]);
  });

  test('a slot that nothing was posted into is gone, and no voucher is made of it', async () => {
    const { prisma } = api.deps.database;
    await prisma.$executeRaw`SELECT FROM open_slot(${desk.tenantId}::uuid, ${desk.day('11')}::date, 'REFUND', NULL, NULL)`;
    const empty = { tenantId: desk.tenantId, bookDate: new Date(desk.day('11')) };
    expect(await prisma.ledgerSlot.count({ where: empty })).toBe(1);
    await desk.seal();
    expect(await prisma.ledgerSlot.count({ where: empty })).toBe(0);
    expect(await prisma.voucher.count({ where: { tenantId: desk.tenantId, date: empty.bookDate } })).toBe(0);
  });

  test('a slot that somebody writes into is left alone, and one of today waits for its end', async () => {
    const on = dayBefore(desk.today, 3);
    await api.deps.database.prisma.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT * FROM open_slot(${desk.tenantId}::uuid, ${on}::date, 'CONSUME', NULL, NULL)`;
      await desk.seal();
    });
    await desk.post('CONSUME', { on: desk.today, legs: [['LIMIT', 'SETTLEMENT', 10]] });
    await desk.seal();
    expect(await desk.vouchers({ dateFrom: desk.today, state: ['PENDING'] })).toEqual([]);
    // The empty one is gone.
    const open = await api.deps.database.prisma.ledgerSlot.findMany({
      where: { tenantId: desk.tenantId, state: 'OPEN' },
    });
    expect(open.map(({ bookDate }) => bookDate.toISOString().slice(0, 10))).toEqual([desk.today]);
  });
});
