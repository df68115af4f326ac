import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BookDesk, openBookDesk } from '../../../../../tests/support/book-desk.ts';

import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { boundsOfMonth, shanghaiMonth } from '../../platform/time/shanghai.ts';

let api: TestApi;
let desk: BookDesk;

beforeAll(async () => {
  api = await startTestApi();
  desk = await openBookDesk(api);
});
afterAll(() => api.close());

describe('what somebody writes', () => {
  test('balances, has two lines, and leaves controlled, disabled and upper accounts alone', async () => {
    const line = (code: string, amounts: object) => ({
      summary: '一',
      accountId: desk.account(code),
      ...amounts,
    });
    const refused = async (lines: object[], msg: string) =>
      expect(await desk.send('voucher/addVoucher', desk.manual({ lines }))).toMatchObject({ code: 406, msg });
    await refused(
      [line('6602', { debitAmount: 100 }), line('1001', { creditAmount: 99 })],
      '借贷不平，差额 0.01 元',
    );
    await refused(
      [line('2241.01', { debitAmount: 100 }), line('1001', { creditAmount: 100 })],
      '受控科目由业务自动入账，不能手工记账',
    );
    await refused(
      [line('6601', { debitAmount: 100 }), line('1001', { creditAmount: 100 })],
      '科目已停用或不是末级科目',
    );
    const good = line('6602', { debitAmount: 1 });
    for (const lines of [
      [good],
      Array(201).fill(good),
      [good, line('1001', { creditAmount: 1, debitAmount: 1 })],
      [good, line('1001', {})],
      ...[0, -1, 1.5, 2 ** 53].map((creditAmount) => [good, line('1001', { creditAmount })]),
    ]) {
      expect(await desk.send('voucher/addVoucher', desk.manual({ lines }))).toMatchObject({ code: 400 });
    }
    expect(await desk.send('voucher/addVoucher', desk.manual({ date: '2020-01-01' }))).toMatchObject({
      code: 406,
    });
  });

  test('is written in the running month before anything is posted in it, in none that is to come', async () => {
    const [next, running, coming] = monthsAfter(desk.month);
    await whileRunning(running, async () => {
      const write = (month: string) =>
        desk.send('voucher/addVoucher', desk.manual({ date: desk.day('01', month) }));
      expect(await write(coming)).toMatchObject({ code: 406, msg: `${coming} 尚未启用，不能记账` });
      for (const month of [running, next]) {
        const { code, result } = await write(month);
        expect(code).toBe(200);
        await desk.result('voucher/deleteVoucher', { id: result.id, version: result.version });
      }
    });
  });

  test('is edited and deleted as a draft, by the version that was seen', async () => {
    const draft = await desk.result('voucher/addVoucher', desk.manual());
    expect(draft).toMatchObject({ state: 'DRAFT', kind: 'MANUAL', maker: '制单', debitAmount: 1_200_000 });
    const edited = await desk.result('voucher/editVoucher', {
      id: draft.id,
      version: draft.version,
      ...desk.manual({
        ...{ date: desk.day('15'), word: '转', attachmentCount: 2 },
        lines: desk.manual().lines.toReversed(),
      }),
    });
    expect(edited).toMatchObject({
      ...{ date: desk.day('15'), period: desk.before, word: '转', attachmentCount: 2, version: 2 },
    });
    expect(edited.lines[0]?.account.code).toBe('1001');
    // Its lines are of the day that it has now.
    const entries = async (period: string) => {
      const { list } = await desk.result<{ list: { date: string; voucherId: string }[] }>(
        'voucher/queryAccountLedger',
        { accountId: desk.account('1001'), from: period, to: period, basis: 'VOUCHERS' },
      );
      return list.map(({ date, voucherId }) => [date, voucherId]);
    };
    expect(await entries(desk.before)).toEqual([[desk.day('15'), draft.id]]);
    expect(await entries(desk.month)).toEqual([]);
    const nowhere = { id: draft.id, version: 2, ...desk.manual({ date: '2020-01-01' }) };
    expect(await desk.send('voucher/editVoucher', nowhere)).toMatchObject({ code: 406 });
    expect(await desk.send('voucher/deleteVoucher', { id: draft.id, version: 1 })).toMatchObject({
      code: 406,
    });
    await desk.result('voucher/deleteVoucher', { id: draft.id, version: 2 });
    expect(await desk.send('voucher/getVoucher', { id: draft.id })).toMatchObject({ code: 406 });
  });

  test('is checked and posted by others than its makers, once, and reversed in a month that nothing is posted in yet', async () => {
    const draft = await desk.result('voucher/addVoucher', desk.manual(), desk.both);
    await desk.result('voucher/submitVoucher', { id: draft.id, version: draft.version }, desk.both);
    expect(
      await desk.send('voucher/editVoucher', { ...desk.manual(), id: draft.id, version: 2 }),
    ).toMatchObject({
      code: 406,
    });
    expect((await desk.decide('voucher', 'approve', desk.both)).msg).toBe('经办人不能审批自己提交的事项');
    expect(await desk.decide('voucher', 'reject')).toMatchObject({ code: 200 });
    const back = await desk.result('voucher/getVoucher', { id: draft.id });
    expect(back).toMatchObject({ state: 'DRAFT', reason: '不对', voucherNo: null });
    await desk.result('voucher/submitVoucher', { id: draft.id, version: back.version });
    expect(await desk.decide('voucher', 'approve')).toMatchObject({ code: 200 });
    // Who wrote it and who handed it in again: neither posts it.
    for (const token of [desk.both]) {
      const mine = await desk.result<{ rows: { message: string }[] }>(
        'voucher/postVouchers',
        { ids: [draft.id] },
        token,
      );
      expect(mine.rows[0]?.message).toBe('制单人不能审核或过账');
    }
    const [one, other] = await Promise.all([postOne(draft.id), postOne(draft.id)]);
    expect([one, other].toSorted()).toEqual(['', '已被处理']);
    const posted = await desk.result('voucher/getVoucher', { id: draft.id });
    expect(posted).toMatchObject({ state: 'POSTED', voucherNo: '记-0001', poster: '复核' });
    // In a month that nothing is posted in yet.
    const [, , running] = monthsAfter(desk.month);
    const date = desk.day('01', running);
    const { id, version } = posted;
    const red = await whileRunning(running, () =>
      desk.result('voucher/reverseVoucher', { id, version, date, reason: '重复' }),
    );
    expect(red).toMatchObject({ kind: 'RED', date, period: running });
  });

  const monthsAfter = (month: string): [string, string, string] => {
    const after = (one: string) => shanghaiMonth(boundsOfMonth(one).to);
    const next = after(month);
    return [next, after(next), after(after(next))];
  };
  /** Does something on the first day of a month. */
  const whileRunning = async <T>(month: string, work: () => Promise<T>): Promise<T> => {
    api.clock.setBusinessOffset(boundsOfMonth(month).from.getTime() - api.clock.now().getTime());
    try {
      return await work();
    } finally {
      api.clock.setBusinessOffset(0);
    }
  };
  const postOne = async (id: string) =>
    (await desk.result<{ rows: { message: string }[] }>('voucher/postVouchers', { ids: [id] }, desk.checker))
      .rows[0]?.message;
});
