import { connect } from '@xyxlx/database/connect';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type BookDesk,
  leavesOf,
  openBookDesk,
  postWorkedExamples,
} from '../../../../../tests/support/book-desk.ts';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { dayBefore } from '../../platform/time/shanghai.ts';

let api: TestApi;
let desk: BookDesk;
/** Past the rules that keep such differences from coming about. */
let owner: pg.Client;

beforeAll(async () => {
  api = await startTestApi();
  desk = await openBookDesk(api);
  await postWorkedExamples(desk);
  await desk.seal();
  await desk.approveAll();
  await desk.postAll();
  owner = await connect(api.databaseUrl);
  await owner.query(`SET session_replication_role = 'replica'`);
});
afterAll(async () => {
  await owner.end();
  await api.close();
});

describe('periods', () => {
  const period = async (name = desk.before) =>
    (
      await desk.result<{ period: string; state: string; hindrance: string | null }[]>(
        'voucher/queryPeriod',
        {
          year: Number(name.slice(0, 4)),
        },
      )
    ).find((row) => row.period === name);

  test('are closed in their order, when they are over, and nothing is left to post', async () => {
    expect((await desk.send('voucher/closePeriod', { period: desk.month })).msg).toBe('上期未结账');
    await desk.post('CONSUME', { on: desk.day('07'), legs: [['LIMIT', 'SETTLEMENT', 1]] });
    const checks = await desk.result<{ checks: { check: string; ok: boolean; details: string[] }[] }>(
      'voucher/checkPeriod',
      { period: desk.before },
    );
    const open = checks.checks.find(({ check }) => check === 'SLOTS_SEALED');
    expect(open?.details).toEqual([`${desk.day('07')} 消费`]);
    expect(checks.checks.filter(({ ok }) => !ok).map(({ check }) => check)).toEqual([
      'SLOTS_SEALED',
      'CONTROLLED_MIRROR',
    ]);
    await desk.seal();
    expect((await desk.send('voucher/closePeriod', { period: desk.before })).msg).toBe('存在 1 张未过账凭证');
    await desk.approveAll();
    await desk.postAll();
  });

  test('a closing that meets an open slot gives up and says why', async () => {
    await desk.result('voucher/closePeriod', { period: desk.before });
    await desk.post('CONSUME', { on: desk.day('08'), legs: [['LIMIT', 'SETTLEMENT', 2]] });
    expect((await desk.decide('periodClose', 'approve', desk.maker)).code).toBe(406);
    await desk.decide('periodClose', 'approve');
    await eventually(async () =>
      expect(await period()).toMatchObject({ state: 'OPEN', hindrance: expect.any(String) }),
    );
    expect((await period())?.hindrance).toContain('凭证已全部过账 ✗ 1');
    await desk.approveAll();
    await desk.postAll();
  });

  test.each([
    [
      '2241.01',
      `UPDATE fund_accounts SET balance = balance + 1 WHERE tenant_id = $1 AND kind = 'ENTERPRISE'`,
      `UPDATE fund_accounts SET balance = balance - 1 WHERE tenant_id = $1 AND kind = 'ENTERPRISE'`,
    ],
    [
      '2202.01',
      `UPDATE fund_accounts SET balance = balance + 1 WHERE tenant_id = $1 AND kind = 'SETTLEMENT'`,
      `UPDATE fund_accounts SET balance = balance - 1 WHERE tenant_id = $1 AND kind = 'SETTLEMENT'`,
    ],
    [
      '2241.02',
      'UPDATE limit_accounts SET locked = locked + 1 WHERE tenant_id = $1',
      'UPDATE limit_accounts SET locked = locked - 1 WHERE tenant_id = $1',
    ],
    [
      '2241.04',
      `INSERT INTO statement_lines (tenant_id, account_id, bank_no, direction, amount, balance_after, at, state)
       SELECT tenant_id, id, 'one', 'IN', 1, 0, now(), 'UNCLAIMED' FROM platform_accounts WHERE tenant_id = $1`,
      `DELETE FROM statement_lines WHERE tenant_id = $1 AND bank_no = 'one'`,
    ],
  ])(
    'a fen more in the business than on %s stops the closing, which names both',
    async (code, more, back) => {
      const row = (await desk.balance({ from: desk.before, to: desk.month, basis: 'LIVE' })).rows.find(
        (one) => one.code === code,
      );
      const [books, business] = [0, 1].map((fen) => (((row?.closingBalance ?? 0) + fen) / 100).toFixed(2));
      const sentence = `${code} ${row?.name} · 公司：账面 ${books} 元，业务 ${business} 元`;
      await owner.query(more, [desk.tenantId]);
      const { checks } = await desk.result<{ checks: { check: string; details: string[] }[] }>(
        'voucher/checkPeriod',
        { period: desk.before },
      );
      expect(checks.flatMap(({ details }) => details)).toEqual([sentence]);
      await desk.result('voucher/closePeriod', { period: desk.before });
      await desk.decide('periodClose', 'approve');
      await eventually(async () =>
        expect(await period()).toMatchObject({
          state: 'OPEN',
          hindrance: `受控科目与业务余额一致 ✗ 1（${sentence}）`,
        }),
      );
      await owner.query(back, [desk.tenantId]);
    },
  );

  test('closed, the profit stands on 4103, snapshots hold it, and nothing is written into it', async () => {
    await desk.result('voucher/closePeriod', { period: desk.before });
    await desk.decide('periodClose', 'approve');
    await eventually(async () => expect(await period()).toMatchObject({ state: 'CLOSED', hindrance: null }));
    const [close] = await desk.vouchers({ kind: ['CLOSE'] });
    expect(close).toMatchObject({ period: desk.before, date: dayBefore(desk.day('01', desk.month), 1) });
    const { lines } = await desk.result('voucher/getVoucher', { id: close?.id });
    expect(
      lines.map(({ account: { code }, debitAmount, creditAmount }) => [code, debitAmount, creditAmount]),
    ).toEqual([
      ['6001.01', 666_038, 0],
      ['6051.01', 48_302, 0],
      ['4103', 285_660, 0],
      ['6601.01', 0, 1_000_000],
    ]);
    expect(await desk.violations()).toEqual([]);
    expect(leavesOf(await desk.balance({ from: desk.before, to: desk.before }))).toMatchObject({
      '6001.01': 0,
      '4103': -285_660,
    });
    const posted = await desk.balance({ from: desk.month, to: desk.month });
    expect(posted.rows.find(({ code }) => code === '4103')).toMatchObject({ openingBalance: -285_660 });
    expect(posted.rows.find(({ code }) => code === '6001.01')).toMatchObject({ openingBalance: 0 });
    expect(posted.differenceAmount).toBe(0);
    await expectBySnapshots();
    // Dated into it, a payment is booked on the first open day.
    await desk.post('CONSUME', { on: desk.day('09'), legs: [['LIMIT', 'SETTLEMENT', 3]] });
    const late = await api.deps.database.prisma.ledgerPosting.findFirstOrThrow({
      where: { tenantId: desk.tenantId, amount: 3 },
    });
    expect(late.bookDate.toISOString().slice(0, 10)).toBe(`${desk.month}-01`);
    await expectFirstOpenDay();
    expect((await desk.send('voucher/addVoucher', desk.manual({ date: desk.day('20') }))).msg).toBe(
      `${desk.before} 已结账`,
    );
  });

  test('what is closed is reversed in an open month, its closing by reopening alone; a month closes when it is over, once at a time', async () => {
    const reversal = async (kind: string, date: string) => {
      const [one] = await desk.vouchers({ kind: [kind], period: desk.before });
      const ask = { id: one?.id, version: one?.version, date, reason: '有误' };
      return (await desk.send('voucher/reverseVoucher', ask)).msg;
    };
    const lastDay = dayBefore(desk.day('01', desk.month), 1);
    expect(await reversal('CLOSE', desk.today)).toBe('结转凭证由反结账冲销');
    expect(await reversal('SYSTEM', lastDay)).toBe(`${desk.before} 已结账`);
    expect(await reversal('SYSTEM', desk.today)).toBe('');
    await desk.decide('voucher', 'reject');
    const close = async () => (await desk.send('voucher/closePeriod', { period: desk.month })).msg;
    expect(await close()).toBe('期间尚未结束');
    const becomes = (state: string) =>
      owner.query('UPDATE ledger_periods SET state = $3 WHERE tenant_id = $1 AND period = $2', [
        desk.tenantId,
        desk.month,
        state,
      ]);
    await becomes('CLOSING');
    expect(await close()).toBe(`${desk.month} 正在结账`);
    await becomes('OPEN');
  });

  /** What is of the first day after the closed month counts, in a span that begins with it and in one that has the closed month, too. */
  async function expectFirstOpenDay(): Promise<void> {
    const movesOf = async (from: string, basis: string, code: string) => {
      const { rows } = await desk.balance({ from, to: desk.month, basis });
      return rows.find((row) => row.code === code)?.debitAmount ?? 0;
    };
    expect(await movesOf(desk.month, 'LIVE', '2241.02')).toBe(3);
    const closed = await movesOf(desk.before, 'POSTED', '6602');
    const draft = await desk.result('voucher/addVoucher', desk.manual({ date: desk.day('01', desk.month) }));
    expect(await movesOf(desk.month, 'VOUCHERS', '6602')).toBe(1_200_000);
    expect(await movesOf(desk.month, 'POSTED', '6602')).toBe(0);
    const { approvalId } = await desk.result<{ approvalId: string }>('voucher/submitVoucher', {
      ...{ id: draft.id, version: draft.version },
    });
    expect(await desk.result('voucher/getVoucher', { id: draft.id })).toMatchObject({
      approval: { id: approvalId, state: 'PENDING' },
    });
    await desk.approveAll();
    expect(await movesOf(desk.month, 'POSTED', '6602')).toBe(0);
    await desk.postAll();
    for (const basis of ['VOUCHERS', 'POSTED']) {
      // Both its first day and its last are of a span.
      const { rows } = await desk.balance({ asOf: desk.day('01', desk.month), basis });
      expect(rows.find(({ code }) => code === '6602')).toMatchObject({ debitAmount: 1_200_000 });
      expect([basis, await movesOf(desk.month, basis, '6602')]).toEqual([basis, 1_200_000]);
      expect([basis, await movesOf(desk.before, basis, '6602')]).toEqual([basis, closed + 1_200_000]);
    }
  }

  /** What a closed month came to is what its lines do, and is read from its snapshots. */
  async function expectBySnapshots(): Promise<void> {
    const read = async () =>
      (await desk.balance({ from: desk.before, to: desk.before })).rows
        .filter(({ isLeaf, debitAmount, creditAmount }) => isLeaf && debitAmount + creditAmount !== 0)
        .map(({ code, debitAmount, creditAmount }) => ({ code, debit: debitAmount, credit: creditAmount }));
    const { rows: byLines } = await owner.query(
      `SELECT a.code, sum(l.debit)::float8 AS debit, sum(l.credit)::float8 AS credit
       FROM voucher_lines l JOIN ledger_accounts a ON a.tenant_id = l.tenant_id AND a.id = l.account_id
       WHERE l.tenant_id = $1 AND l.date < $2 GROUP BY 1 ORDER BY 1`,
      [desk.tenantId, `${desk.month}-01`],
    );
    expect(await read()).toEqual(byLines);
    const [first, ...rest] = byLines;
    const change = (by: number) =>
      owner.query(
        `UPDATE ledger_snapshots s SET debit = s.debit + $3, credit = s.credit + $3 FROM ledger_accounts a
         WHERE s.tenant_id = $1 AND a.tenant_id = s.tenant_id AND a.id = s.account_id AND a.code = $2`,
        [desk.tenantId, first.code, by],
      );
    await change(7);
    expect(await read()).toEqual([{ ...first, debit: first.debit + 7, credit: first.credit + 7 }, ...rest]);
    await change(-7);
  }

  test('reopened by a second person, the closing is reversed in red; closed again it comes to the same', async () => {
    expect((await desk.send('voucher/reopenPeriod', { period: desk.month, reason: '补记' })).msg).toBe(
      '仅最近已结账期间可反结账',
    );
    await desk.result('voucher/reopenPeriod', { period: desk.before, reason: '补记' }, desk.both);
    expect((await desk.decide('periodReopen', 'approve', desk.both)).msg).toBe(
      '经办人不能审批自己提交的事项',
    );
    await desk.decide('periodReopen', 'approve');
    expect(await period()).toMatchObject({ state: 'OPEN' });
    expect(await desk.vouchers({ kind: ['CLOSE'], state: ['POSTED'] })).toEqual([]);
    const open = leavesOf(await desk.balance({ from: desk.before, to: desk.before }));
    expect(open).toMatchObject({ '6001.01': 666_038 });
    expect(open).not.toHaveProperty('4103');
    expect(await desk.violations()).toEqual([]);
    await desk.result('voucher/closePeriod', { period: desk.before });
    await desk.decide('periodClose', 'approve');
    await eventually(async () => expect(await period()).toMatchObject({ state: 'CLOSED' }));
    expect(await desk.violations()).toEqual([]);
  });
});
