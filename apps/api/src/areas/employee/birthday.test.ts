import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';

let api: TestApi;
let token: string;
let form: object;
beforeAll(async () => {
  api = await startTestApi();
  token = await api.signIn('13800000001');
  const { body } = await api.call('merchant/queryMerchant', { state: ['ACTIVE'], pageSize: 10 }, token);
  const merchantId = body.result.list[0].id;
  form = { merchantId, email: null, departmentId: null, labels: [], grade: null, hiredOn: '2026-01-01' };
});
afterAll(() => api.close());

const add = (employeeNo: string, more: object) =>
  api.call(
    'employee/addEmployee',
    { ...form, employeeNo, name: '生日员工', mobile: `1370000${employeeNo.slice(-4)}`, ...more },
    token,
  );

test('a birthday is shown by its year alone, and whole to whoever gives a reason', async () => {
  const { id, birthday, version } = (await add('BORN-0001', { birthday: '1992-02-29' })).body.result;
  expect(birthday).toBe('1992-**-**');
  const reveal = async () =>
    (await api.call('employee/revealEmployee', { id, reason: '核对' }, token)).body.result.birthday;
  expect(await reveal()).toBe('1992-02-29');

  const { merchantId: _merchant, email: _email, ...fields } = form as Record<string, unknown>;
  const edit = (at: number, more: object) =>
    api.call('employee/editEmployee', { ...fields, id, version: at, name: '改名', ...more }, token);
  expect((await edit(version, {})).body.result).toMatchObject({ name: '改名', birthday: '1992-**-**' });
  expect((await edit(version + 1, { birthday: '1993-12-31' })).body.code).toBe(200);
  expect(await reveal()).toBe('1993-12-31');
  expect((await edit(version + 2, { birthday: null })).body.result.birthday).toBeNull();
});

test('a birthday after today is refused, and so is one that is no day', async () => {
  const future = await add('BORN-0002', { birthday: '2100-01-01' });
  expect(future.body).toMatchObject({ code: 406, msg: '生日不能晚于今天' });
  expect((await add('BORN-0003', { birthday: '1991-02-29' })).status).toBe(400);
  expect((await add('BORN-0004', {})).body.result.birthday).toBeNull();
});
