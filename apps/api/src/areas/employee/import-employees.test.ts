import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectInvariants } from '../../../../../tests/support/invariants.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';

let api: TestApi;
let admin: string;
let merchantId: string;

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.signIn('13800000001');
  const maker = await api.signIn('13800000002');
  const { body } = await api.call('merchant/queryMerchant', { state: ['ACTIVE'], pageSize: 1 }, maker);
  merchantId = body.result.list[0].id;
});
afterAll(() => api.close());

async function upload(text: string, token = admin) {
  const form = new FormData();
  form.append('merchantId', merchantId);
  form.append('file', new Blob([text]), 'staff.csv');
  const answer = await fetch(`${api.url}/xyxlx/employee/importEmployee`, {
    method: 'POST',
    headers: { Authorization: token },
    body: form,
  });
  return (await answer.json()) as { code: number; msg: string; result: { jobId: string } };
}

async function jobIn(id: string, states: string[]) {
  const deadline = Date.now() + 15_000;
  for (;;) {
    const { body } = await api.call('job/getJob', { id }, admin);
    if (states.includes(body.result.state)) return body.result;
    if (Date.now() > deadline) throw new Error(`The job stays ${body.result.state}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

const header = '工号,姓名,手机,邮箱,部门,标签,职级,入职日期';

it('the template has the columns, and what is filled in becomes employees with empty limits', async () => {
  const template = await api.call('employee/importTemplate', { format: 'csv' }, admin);
  expect(template.text.replace('\ufeff', '').trim()).toBe(header);
  const { result } = await upload(
    [
      header,
      'N001,=张三,13900001111,a@example.com,运营中心/一组,骨干、外勤,P5,2026/1/2',
      'N002,李四,13900002222,,财务部,,,46024',
      'N002,王五,13900003333,,,,,2026-01-02',
      'N004,赵六,12,,,,,2026-01-02',
      'N005,孙七,13900005555,,没有的部门,,,2026-01-02',
      'N006,周八,13900006666,,一组,,,2026-02-30',
    ].join('\n'),
  );
  const checked = await jobIn(result.jobId, ['WAITING_CONFIRM', 'FAILED']);
  expect(checked.report).toMatchObject({ rows: 6, good: 2, bad: 4 });
  await api.call('job/confirmImport', { id: result.jobId }, admin);
  await jobIn(result.jobId, ['PARTIAL', 'SUCCEEDED']);
  const { body } = await api.call('employee/queryEmployee', { merchantId, keyword: 'N00' }, admin);
  const byNo = Object.fromEntries(
    body.result.list.map((one: { employeeNo: string }) => [one.employeeNo, one]),
  );
  expect(Object.keys(byNo).sort()).toEqual(['N001', 'N002']);
  expect(byNo.N001).toMatchObject({
    name: '=张三',
    mobile: '139****1111',
    department: { name: '一组' },
    labels: ['骨干', '外勤'],
    state: 'PENDING',
    hiredOn: '2026-01-02',
    totalLimit: 0,
  });
  expect(byNo.N002.hiredOn).toBe('2026-01-02');
  await expectInvariants(api);
});

it('the same employees again are refused row by row; another tenant has no such merchant', async () => {
  const { result } = await upload([header, 'N001,张三,13900001111,,,,,2026-01-02'].join('\n'));
  expect((await jobIn(result.jobId, ['WAITING_CONFIRM', 'FAILED'])).state).toBe('FAILED');
  const { body } = await api.call('job/queryImportRow', { id: result.jobId }, admin);
  expect(body.result.list[0].problems[0].reason.zh).toBe('工号已存在');
  const other = await api.signIn('13800000004');
  expect(await upload([header, 'N009,张三,13900009999,,,,,2026-01-02'].join('\n'), other)).toMatchObject({
    code: 406,
    msg: '记录不存在',
  });
});
