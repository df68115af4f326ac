import type { AccountRow } from '@xyxlx/contracts/voucher-account';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BookDesk, openBookDesk } from '../../../../../tests/support/book-desk.ts';

import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';

let api: TestApi;
let desk: BookDesk;

beforeAll(async () => {
  api = await startTestApi();
  desk = await openBookDesk(api);
  await desk.result('voucher/addVoucher', desk.manual());
});
afterAll(() => api.close());

describe('the chart', () => {
  test('grows by leaves below what nothing is booked on', async () => {
    const add = (parent: string, code: string) =>
      desk.send('voucher/addAccount', { parentId: desk.account(parent), code, name: '明细' });
    expect(await add('6603', '6603.02')).toMatchObject({
      code: 200,
      result: { side: 'DEBIT', level: 2, isLeaf: true },
    });
    expect((await add('6603', '6603.02')).msg).toBe('科目编码已存在');
    expect((await add('6603', '6604.02')).msg).toContain('6603');
    expect((await add('2241.02', '2241.02.01')).msg).toBe('该科目已映射业务，不能增加下级科目');
    expect((await add('6602', '6602.01')).msg).toBe('科目已有发生额，不能修改');
  });

  test('changes, and maps a business to another account, with a second person’s word', async () => {
    const made = await desk.result<AccountRow>('voucher/addAccount', {
      parentId: desk.account('1002'),
      code: '1002.02',
      name: '一般户',
    });
    const edit = (given: object, id = made.id, version = made.version) =>
      desk.send('voucher/editAccount', {
        id,
        version,
        code: '1002.02',
        name: '一般户',
        enabled: true,
        reason: '整理',
        ...given,
      });
    expect((await edit({})).msg).toBe('没有变化');
    const used = desk.accounts.get('6602') as AccountRow;
    expect((await edit({ code: '6602.09', name: used.name }, used.id, used.version)).msg).toBe(
      '科目已有发生额，不能修改',
    );
    expect(await edit({ name: '专户' })).toMatchObject({
      code: 200,
      result: { name: '一般户', isChanging: true },
    });
    expect(await desk.decide('chartChange', 'approve')).toMatchObject({ code: 200 });
    const chart = await desk.result<AccountRow[]>('voucher/queryAccount');
    const changed = chart.find(({ code }) => code === '1002.02');
    expect(changed).toMatchObject({ name: '专户', isChanging: false });
    const map = { id: changed?.id, version: changed?.version, role: 'BANK', reason: '换户' };
    expect(
      (await desk.send('voucher/mapRole', { ...map, id: desk.account('2241.02'), version: 1 })).msg,
    ).toBe('该科目已映射其他业务');
    expect(await desk.send('voucher/mapRole', map)).toMatchObject({ code: 200 });
    await desk.decide('chartChange', 'approve');
    const after = await desk.result<AccountRow[]>('voucher/queryAccount');
    expect(after.filter(({ role }) => role === 'BANK').map(({ code }) => code)).toEqual(['1002.02']);
    const { id, version } = chart.find(({ code }) => code === '6603.02') as AccountRow;
    const otherSide = { id, version, role: 'LIMIT', reason: '整理' };
    expect((await desk.send('voucher/mapRole', otherSide)).msg).toBe(
      '科目的余额方向与 2241.02 员工额度 不同',
    );
    // Back, so that live postings stand where they stood.
    const old = after.find(({ code }) => code === '1002.01');
    await desk.result('voucher/mapRole', { ...map, id: old?.id, version: old?.version });
    await desk.decide('chartChange', 'approve');
  });
});
