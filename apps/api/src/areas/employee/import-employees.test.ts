import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../../../../../tests/support/eventually.ts';
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

const jobIn = (id: string, states: string[]) =>
  eventually(async () => {
    const { result } = (await api.call('job/getJob', { id }, admin)).body;
    expect(states).toContain(result.state);
    return result;
  });

const header = '工号,姓名,手机,邮箱,部门,标签,职级,入职日期,生日';

it('the template has the columns, and what is filled in becomes employees with empty limits', async () => {
  const template = await api.call('employee/importTemplate', { format: 'csv' }, admin);
  expect(template.text.replace('\ufeff', '').trim()).toBe(header);
  const { result } = await upload(
    [
      header,
      'N001,=张三,13900001111,a@example.com,运营中心/一组,骨干、外勤,P5,2026/1/2,1992/2/29',
      'N002,李四,13900002222,,财务部,,,46024',
      'N002,王五,13900003333,,,,,2026-01-02',
      'N004,赵六,12,,,,,2026-01-02',
      'N005,孙七,13900005555,,没有的部门,,,2026-01-02',
      'N006,周八,13900006666,,一组,,,2026-02-30',
      'N007,吴九,13900007777,,,,,2026-01-02,2099-01-01',
    ].join('\n'),
  );
  const checked = await jobIn(result.jobId, ['WAITING_CONFIRM', 'FAILED']);
  expect(checked.report).toMatchObject({ rows: 7, good: 2, bad: 5 });
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
    birthday: '1992-**-**',
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

it('an import is taken back while what it added is untouched, and refused whole when one row was touched', async () => {
  const rows = (prefix: string) =>
    [
      header,
      ...[1, 2, 3].map((n) => `${prefix}${n},员工${n},1390000${prefix === 'U' ? 7 : 8}00${n},,,,,2026-01-02`),
    ].join('\n');
  const imported = async (prefix: string) => {
    const { result } = await upload(rows(prefix));
    await jobIn(result.jobId, ['WAITING_CONFIRM']);
    await api.call('job/confirmImport', { id: result.jobId }, admin);
    return jobIn(result.jobId, ['SUCCEEDED']);
  };
  const found = async (keyword: string) =>
    (await api.call('employee/queryEmployee', { merchantId, keyword }, admin)).body.result.list;

  const first = await imported('U');
  expect(first.canUndo).toBe(true);
  const { body } = await api.call('job/undoImport', { id: first.id }, admin);
  // The answer says how the job stands when it is written: a quick one is through by then.
  expect(body.result).toMatchObject({
    state: expect.stringMatching(/^(UNDOING|UNDONE)$/),
    canCancel: false,
    canUndo: false,
  });
  expect(await jobIn(first.id, ['UNDONE'])).toMatchObject({ canUndo: false, message: { zh: '已撤销 3 行' } });
  expect(await found('U')).toEqual([]);
  const again = await api.call('job/undoImport', { id: first.id }, admin);
  expect(again.body).toMatchObject({ code: 406, msg: '已被处理' });
  const { body: log } = await api.call('operationLog/queryOperationLog', { action: 'undoImport' }, admin);
  const logged = log.result.list.map(({ module, result }: Record<string, string>) => `${module} ${result}`);
  expect(logged.sort()).toEqual(['employee SUCCESS', 'job REFUSED', 'job SUCCESS']);

  const second = await imported('V');
  const [touched] = await found('V1');
  await api.call('employee/activateEmployee', { ids: [touched.id] }, admin);
  await api.call('job/undoImport', { id: second.id }, admin);
  expect(await jobIn(second.id, ['SUCCEEDED', 'UNDONE'])).toMatchObject({
    state: 'SUCCEEDED',
    message: { zh: '1 名员工已被修改或使用，不能撤销' },
  });
  expect(await found('V')).toHaveLength(3);
  await expectInvariants(api);
});

it('a day before 1900 or after 2100 is refused in its row, the days between are taken', async () => {
  const days = ['1900-01-01', '2100-12-31', '1899-12-31', '2101-01-01', '9999-12-31', '99999'];
  const rows = days.map((day, index) => `D${index},日期${index},1370000990${index},,,,,${day}`);
  const { result } = await upload(`${header}\n${rows.join('\n')}\n`);
  await jobIn(result.jobId, ['WAITING_CONFIRM']);
  const { body } = await api.call('job/queryImportRow', { id: result.jobId }, admin);
  const reasons = body.result.list.map(({ problems }: { problems: { reason: { zh: string } }[] }) =>
    problems.map(({ reason }) => reason.zh),
  );
  const refused = ['日期须在 1900-01-01 至 2100-12-31 之间'];
  expect(reasons).toEqual([[], [], refused, refused, refused, refused]);
});
