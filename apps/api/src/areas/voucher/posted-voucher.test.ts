import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BookDesk, openBookDesk } from '../../../../../tests/support/book-desk.ts';

import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';

import { dayBefore } from '../../platform/time/shanghai.ts';

let api: TestApi;
let desk: BookDesk;

beforeAll(async () => {
  api = await startTestApi();
  desk = await openBookDesk(api);
});
afterAll(() => api.close());

describe('what is posted', () => {
  test('is reversed once, in red; an automatic one is made anew by the present mapping', async () => {
    await desk.post('CONSUME', { on: dayBefore(desk.today, 1), legs: [['LIMIT', 'SETTLEMENT', 700]] });
    await desk.seal();
    await desk.approveAll();
    const [voucher] = await desk.vouchers({ state: ['APPROVED'] });
    const early = { id: voucher?.id, version: voucher?.version, date: desk.today, reason: '科目有误' };
    expect((await desk.send('voucher/reverseVoucher', early)).msg).toBe('只有已过账的凭证可以冲销');
    await desk.postAll();
    const posted = await desk.result('voucher/getVoucher', { id: voucher?.id });
    const ask = { id: posted.id, version: posted.version, date: desk.today, reason: '科目有误' };
    const sooner = { ...ask, date: dayBefore(posted.date, 1) };
    expect((await desk.send('voucher/reverseVoucher', sooner)).msg).toBe('冲销日期不能早于原凭证');
    const red = await desk.result('voucher/reverseVoucher', ask);
    expect(red).toMatchObject({
      kind: 'RED',
      state: 'PENDING',
      debitAmount: -700,
      summary: `冲销 ${posted.period} ${posted.voucherNo}`,
      reverses: { id: posted.id },
    });
    expect(
      red.lines.map(({ account: { code }, debitAmount, creditAmount }) => [code, debitAmount, creditAmount]),
    ).toEqual([
      ['2241.02', -700, 0],
      ['2202.01', 0, -700],
    ]);
    expect((await desk.send('voucher/reverseVoucher', ask)).msg).toBe('该凭证已冲销');
    expect(
      (await desk.send('voucher/reverseVoucher', { ...ask, id: red.id, version: red.version })).msg,
    ).toBe('冲销凭证不能再冲销');
    await desk.approveAll();
    await desk.postAll();
    expect(await desk.result('voucher/getVoucher', { id: posted.id })).toMatchObject({
      state: 'REVERSED',
      reversedBy: { id: red.id },
    });
    const [remade] = await desk.vouchers({ state: ['PENDING'] });
    expect(remade).toMatchObject({ kind: 'SYSTEM', debitAmount: 700, date: desk.today });
    expect(await desk.violations()).toEqual([]);
  });

  test('a rejected automatic voucher is made anew and handed in again', async () => {
    expect(await desk.decide('voucher', 'reject')).toMatchObject({ code: 200 });
    const [draft] = await desk.vouchers({ state: ['DRAFT'] });
    expect((await desk.send('voucher/submitVoucher', { id: draft?.id, version: draft?.version })).msg).toBe(
      '自动凭证请重新生成',
    );
    const rewritten = { ...desk.manual(), id: draft?.id, version: draft?.version };
    expect((await desk.send('voucher/editVoucher', rewritten)).msg).toBe('只有手工凭证可以修改或删除');
    const gone = { id: draft?.id, version: draft?.version };
    expect((await desk.send('voucher/deleteVoucher', gone)).msg).toBe('只有手工凭证可以修改或删除');
    const again = await desk.result(
      'voucher/remakeVoucher',
      { id: draft?.id, version: draft?.version },
      desk.both,
    );
    expect(again).toMatchObject({ state: 'PENDING', debitAmount: 700 });
    // Who had it remade has a hand in it.
    expect((await desk.decide('voucher', 'approve', desk.both)).msg).toBe('经办人不能审批自己提交的事项');
    await desk.approveAll();
    expect((await desk.postAll(desk.both)).rows).toMatchObject([{ message: '制单人不能审核或过账' }]);
    await desk.postAll();
    expect(await desk.violations()).toEqual([]);
  });

  test('a rejected reversal is gone, and may be asked for again', async () => {
    const draft = await desk.result('voucher/addVoucher', desk.manual());
    const remade = await desk.send('voucher/remakeVoucher', { id: draft.id, version: draft.version });
    expect(remade.msg).toBe('只有自动凭证可以重新生成');
    await desk.result('voucher/submitVoucher', { id: draft.id, version: draft.version });
    await desk.approveAll();
    await desk.postAll();
    const [posted] = await desk.vouchers({ kind: ['MANUAL'], state: ['POSTED'] });
    const ask = { id: posted?.id, version: posted?.version, date: desk.today, reason: '重复计提' };
    await desk.result('voucher/reverseVoucher', ask);
    await desk.decide('voucher', 'reject');
    await desk.result('voucher/reverseVoucher', ask);
    await desk.decide('voucher', 'reject');
    expect(await desk.vouchers({ kind: ['RED'], state: ['DRAFT', 'PENDING'] })).toEqual([]);
  });
});
