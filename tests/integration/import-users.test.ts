import { buffer } from 'node:stream/consumers';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { startTestApi, type TestApi } from '../support/test-api.ts';

let api: TestApi;
let token: string;
beforeAll(async () => {
  api = await startTestApi();
  token = await api.signIn('13800000001');
});
afterAll(() => api.close());

const header = '姓名,手机号,邮箱,公司,角色\n';

function upload(content: string | Buffer, name = 'users.csv', as = token) {
  return supertest(api.url)
    .post('/xyxlx/userAccount/importUserInfo')
    .set({ Authorization: as, Resourcestype: 'PC' })
    .attach('file', Buffer.from(content), name);
}

const jobOf = async (id: string, as = token) => (await api.call('job/getJob', { id }, as)).body.result;

/** Waits until the job is in one of the states. */
function until(id: string, ...states: string[]) {
  return eventually(async () => {
    const job = await jobOf(id);
    expect(states).toContain(job.state);
    return job;
  });
}

async function checked(content: string) {
  const { body } = await upload(content);
  expect(body).toMatchObject({ code: 200 });
  return until(body.result.jobId, 'WAITING_CONFIRM', 'FAILED');
}

describe('import of users', () => {
  test('dry run, confirmation, partial success, failed rows in the same layout', async () => {
    const job = await checked(
      `${header}导入一,13911110001,a@example.com,上海分公司,运营\n导入二,13911110002,,不存在,运营\n导入三,13911110001,,,运营\n导入四,13800000002,,,运营\n导入五,139,,,运营、火星\n,13911110006,x@y,,只读审计\n导入七,13911110007,,,"运营、只读审计"\n`,
    );
    expect(job).toMatchObject({
      state: 'WAITING_CONFIRM',
      report: { rows: 7, good: 2, bad: 5, fileName: 'users.csv', sameFile: null },
    });
    const bad = await api.call('job/queryImportRow', { id: job.id, only: 'bad' }, token);
    const reasons = bad.body.result.list.map(
      (row: { row: number; problems: { column: { zh: string }; reason: { zh: string } }[] }) => [
        row.row,
        ...row.problems.map(({ column, reason }) => `${column.zh}: ${reason.zh}`),
      ],
    );
    expect(reasons).toEqual([
      [3, '公司: 公司不存在'],
      [4, '手机号: 与第 2 行重复'],
      [5, '手机号: 该手机号/邮箱的用户已存在'],
      [6, '手机号: 不是手机号或邮箱'],
      [7, '姓名: 必填', '邮箱: 不是有效的邮箱'],
    ]);

    const confirmed = await Promise.all(
      [1, 2].map(() => api.call('job/confirmImport', { id: job.id }, token)),
    );
    expect(confirmed.map(({ body }) => body.code).sort()).toEqual([200, 406]);
    const done = await until(job.id, 'PARTIAL', 'SUCCEEDED', 'FAILED');
    expect(done).toMatchObject({ state: 'PARTIAL', done: 2, failed: 5, total: 7 });

    const users = await api.call('userAccount/queryUser', { keyword: '导入' }, token);
    expect(users.body.result.list).toHaveLength(2);
    expect(users.body.result.list).toContainEqual(
      expect.objectContaining({
        name: '导入一',
        mobile: '139****0001',
        updatePassword: 0,
        company: expect.objectContaining({ name: '上海分公司' }),
        roles: [expect.objectContaining({ name: '运营' })],
      }),
    );

    const failed = await supertest(api.url)
      .post('/xyxlx/job/downloadFailedRows')
      .set({ Authorization: token })
      .send({ id: job.id, format: 'csv' });
    const lines = failed.text.replace('\uFEFF', '').trim().split('\r\n');
    expect(lines[0]).toBe('姓名,手机号,邮箱,公司,角色,文件行号,失败原因');
    expect(lines).toHaveLength(6);
    expect(lines[1]).toMatch(/^导入二,139\*\*\*\*0002,,不存在,运营,\d+,公司: 公司不存在$/);
    const { body: log } = await api.call('operationLog/queryOperationLog', { targetId: job.id }, token);
    expect(log.result.list).toContainEqual(
      expect.objectContaining({
        action: 'downloadFailedRows',
        actor: expect.objectContaining({ name: '平台管理员' }),
      }),
    );
    const again = await checked(failed.text);
    expect(again).toMatchObject({ report: { rows: 5 }, state: 'FAILED' });
    const { body: rows } = await api.call('job/queryImportRow', { id: again.id }, token);
    const mended = rows.result.list.flatMap(({ problems }: { problems: { reason: { zh: string } }[] }) =>
      problems.map(({ reason }) => reason.zh),
    );
    expect(mended).toContain('已脱敏，请按原文件填写完整');
    // Its own columns are not there twice.
    const twice = await api.call('job/downloadFailedRows', { id: again.id, format: 'csv' }, token);
    expect(twice.text.replace('\uFEFF', '').split('\r\n')[0]).toBe(lines[0]);
  });

  test('the same file again is warned of', async () => {
    const content = `${header}同一,13922220001,,,运营\n`;
    const first = await checked(content);
    await api.call('job/confirmImport', { id: first.id }, token);
    await until(first.id, 'SUCCEEDED');
    expect(await checked(content)).toMatchObject({
      report: { sameFile: { id: first.id, createdBy: '平台管理员' } },
    });
  });

  test('a role above the importer is refused row by row', async () => {
    const mine = await api.signIn('13800000004');
    const { body } = await upload(`${header}某人,13933330001,,,平台管理员\n`, 'a.csv', mine);
    const job = await eventually(async () => {
      const seen = await jobOf(body.result.jobId, mine);
      expect(seen.state).toBe('FAILED');
      return seen;
    });
    expect(job.report).toMatchObject({ good: 0, bad: 1 });
    expect((await api.call('job/getJob', { id: job.id }, token)).body).toMatchObject({
      code: 406,
      msg: '记录不存在',
    });
  });

  test('undecodable bytes: 406 naming the row, ∅', async () => {
    const before = await api.deps.database.prisma.job.count();
    const { body } = await upload(
      Buffer.concat([Buffer.from(`${header}张三,13944440001,,,运营\n李`), Buffer.from([0xff, 0x0a])]),
    );
    expect(body).toMatchObject({ code: 406, msg: expect.stringContaining('第 3 行') });
    expect(await api.deps.database.prisma.job.count()).toBe(before);
    expect(await api.deps.database.prisma.importRow.count({ where: { cells: { has: '13944440001' } } })).toBe(
      0,
    );
  });

  test('file names with ../, NUL: stored under generated names', async () => {
    const { body } = await upload(`${header}路径,13955550001,,,运营\n`, '../../etc/pass\0wd.csv');
    const job = await until(body.result.jobId, 'WAITING_CONFIRM');
    expect(job.report.fileName).toMatch(/^pass/);
    expect(job.report.fileName).not.toMatch(/[/\\\0]/);
    const cancelled = await api.call('job/cancelJob', { id: job.id }, token);
    expect(cancelled.body.result.state).toBe('CANCELLED');
    expect((await api.call('job/confirmImport', { id: job.id }, token)).body.code).toBe(406);
  });

  test('a file without the columns is refused in words', async () => {
    expect((await upload('甲,乙\n1,2\n')).body).toMatchObject({
      code: 406,
      msg: '缺少列：姓名、手机号、角色，请使用模板',
    });
    expect((await upload(header)).body).toMatchObject({ code: 406, msg: '文件中没有数据' });
    expect((await upload(Buffer.from('PK\x03\x04broken'), 'x.xlsx')).status).toBe(400);
  });

  test('the template comes back as an import, and the export is masked and exactly what is filtered', async () => {
    const ask = (path: string, input: object) =>
      supertest(api.url)
        .post(`/xyxlx/${path}`)
        .set({ Authorization: token })
        .send(input)
        .buffer()
        .parse((res, done) => {
          buffer(res as unknown as NodeJS.ReadableStream)
            .then((all) => done(null, all))
            .catch((error: Error) => done(error, null));
        });
    const template = await ask('userAccount/downloadUserTemplate', { format: 'csv' });
    expect(template.body.toString()).toBe(`\uFEFF${header.trim()}\r\n`);
    const exported = await ask('userAccount/exportUserInfo', { format: 'csv', keyword: '财务经办' });
    expect(exported.headers['content-disposition']).toContain("filename*=UTF-8''");
    const lines = exported.body.toString().trim().split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(/^财务经办,138\*\*\*\*0002,/);
    const xlsx = await ask('userAccount/exportUserInfo', {});
    expect(xlsx.body.subarray(0, 2).toString()).toBe('PK');
  });
});
