import { sharedViewLimits } from '@xyxlx/contracts/preference';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { openUserDesk, type UserDesk } from '../../../../../tests/support/users.ts';

let api: TestApi;
let desk: UserDesk;
let one: string;
let colleague: string;
beforeAll(async () => {
  api = await startTestApi();
  desk = await openUserDesk(api);
  one = await desk.tokenOf(await desk.add(desk.adminA));
  colleague = await desk.tokenOf(await desk.add(desk.adminA));
});
afterAll(() => api.close());

const share = async (token: string, name: string, list = 'merchant') =>
  (await api.call('preference/shareView', { list, name, search: 'state=ACTIVE' }, token)).body;
const views = async (token: string, list = 'merchant') =>
  (await api.call('preference/querySharedView', {}, token)).body.result.views.filter(
    (view: { list: string }) => view.list === list,
  );
const remove = async (token: string, id: string) =>
  (await api.call('preference/removeSharedView', { id }, token)).body;

describe('views that are shared', () => {
  test('colleagues see them, other tenants do not', async () => {
    const { result } = await share(one, '待处理');
    expect(result).toMatchObject({
      list: 'merchant',
      name: '待处理',
      search: 'state=ACTIVE',
      canRemove: true,
    });
    expect(await views(colleague)).toEqual([{ ...result, canRemove: false }]);
    const { body } = await api.call('userAccount/login', { mobile: '13800000004', password: 'Xyxlx@2026' });
    expect(await views(body.result.token)).toEqual([]);
    expect(await remove(body.result.token, result.id)).toMatchObject({ code: 406, msg: '记录不存在' });
  });

  test('who shared one takes it back, or whoever edits users; nobody else', async () => {
    const mine = (await share(one, '我的')).result;
    expect(await remove(colleague, mine.id)).toMatchObject({ code: 406, msg: '记录不存在' });
    expect(await remove(one, mine.id)).toMatchObject({ code: 200 });
    expect(await remove(one, mine.id)).toMatchObject({ code: 406, msg: '记录不存在' });
    const other = (await share(one, '其他')).result;
    expect((await views(desk.adminA)).find(({ id }: { id: string }) => id === other.id).canRemove).toBe(true);
    expect(await remove(desk.adminA, other.id)).toMatchObject({ code: 200 });
  });

  test('of a list a name is there once, and of another list again', async () => {
    expect(await share(one, '重名', 'card')).toMatchObject({ code: 200 });
    expect(await share(colleague, '重名', 'card')).toMatchObject({
      code: 406,
      msg: '已有名为“重名”的共享视图',
    });
    expect(await share(colleague, '重名', 'order')).toMatchObject({ code: 200 });
  });

  test(`at most ${sharedViewLimits.ofList} of a list, also of those who share at once`, async () => {
    const names = Array.from({ length: sharedViewLimits.ofList + 3 }, (_, n) => `视图${n}`);
    const answers = await Promise.all(names.map((name, n) => share(n % 2 ? one : colleague, name, 'bill')));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(sharedViewLimits.ofList);
    expect(answers.find(({ code }) => code !== 200)?.msg).toBe('共享的视图过多，请先停止共享一些');
    expect(await views(one, 'bill')).toHaveLength(sharedViewLimits.ofList);
  });
});
