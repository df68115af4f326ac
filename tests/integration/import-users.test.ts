import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { tenantId } from '@xyxlx/database/seed/tenants';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { workbookParts } from '../../apps/api/src/platform/exports/xlsx.ts';
import { zip } from '../../apps/api/src/platform/exports/zip.ts';
import { openArchive } from '../../apps/api/src/platform/table-files/read-zip.ts';
import { rowXml } from '../../apps/api/src/platform/table-files/write-xlsx.ts';
import { sentCode } from '../support/accounts.ts';
import { eventually } from '../support/eventually.ts';
import { operator } from '../support/operator.ts';
import { startTestApi, type TestApi } from '../support/test-api.ts';

let api: TestApi;
let token: string;
beforeAll(async () => {
  api = await startTestApi();
  token = await api.signIn('13800000001');
});
afterAll(() => api.close());

/** A template as it was downloaded, with one row typed below its header. */
async function filledIn(template: Buffer, row: string[]): Promise<Buffer> {
  if (template.subarray(0, 2).toString() !== 'PK') {
    return Buffer.concat([template, Buffer.from(`${row.join(',')}\r\n`)]);
  }
  const path = join(tmpdir(), `template-${crypto.randomUUID()}.xlsx`);
  writeFileSync(path, template);
  const file = openSync(path, 'r');
  const archive = await openArchive(file);
  const names = [...workbookParts('Sheet1', [], [], Readable.from([]))].map(({ name }) => name);
  const entries: { name: string; content: string }[] = [];
  for (const name of names) {
    const content = await text(archive.open(name));
    entries.push({ name, content: content.replace('</sheetData>', `${rowXml(row)}</sheetData>`) });
  }
  closeSync(file);
  rmSync(path);
  expect(entries.some(({ content }) => content.includes(row[0] as string))).toBe(true);
  return buffer(zip(entries));
}

const header = '姓名,手机号,邮箱,公司,角色\n';

function upload(content: string | Buffer, name = 'users.csv', as = token) {
  return supertest(api.url)
    .post('/xyxlx/userAccount/importUserInfo')
    .set({ Authorization: as, Resourcestype: 'PC' })
    .attach('file', Buffer.from(content), name);
}

const jobOf = async (id: string, as = token) => (await api.call('job/getJob', { id }, as)).body.result;

/** Waits until the job is in the state, or in one of several. */
function until(id: string, states: string | string[], as = token) {
  return eventually(async () => {
    const job = await jobOf(id, as);
    expect([states].flat()).toContain(job.state);
    return job;
  });
}

/** The bytes of a download. */
async function download(path: string, input: object): Promise<Buffer> {
  const { body } = await supertest(api.url)
    .post(`/xyxlx/${path}`)
    .set({ Authorization: token })
    .send(input)
    .buffer()
    .parse((res, done) => {
      buffer(res as unknown as NodeJS.ReadableStream)
        .then((all) => done(null, all))
        .catch((error: Error) => done(error, null));
    });
  return body;
}

async function checked(content: string) {
  const { body } = await upload(content);
  expect(body).toMatchObject({ code: 200 });
  return until(body.result.jobId, ['WAITING_CONFIRM', 'FAILED']);
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
    const done = await until(job.id, ['PARTIAL', 'SUCCEEDED', 'FAILED']);
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

  test.each(['csv', 'xlsx'])('the %s template, filled in with one row, is taken as it is', async (format) => {
    const template = await download('userAccount/downloadUserTemplate', { format });
    const row = [`模板${format}`, `1396666000${format.length}`, 'filled@example.com', '上海分公司', '运营'];
    const { body } = await upload(await filledIn(template, row), `users.${format}`);
    const job = await until(body.result.jobId, 'WAITING_CONFIRM');
    expect(job.report).toMatchObject({ rows: 1, good: 1, bad: 0 });
    await api.call('job/confirmImport', { id: job.id }, token);
    await until(job.id, 'SUCCEEDED');
    const { list } = (await api.call('userAccount/queryUser', { keyword: row[0] }, token)).body.result;
    expect(list).toMatchObject([
      { company: { name: '上海分公司' }, roles: [{ name: '运营' }], state: 'ACTIVE' },
    ]);
  });

  test('whoever has an account is asked to join, and gets in with a code', async () => {
    const b = await api.signIn('13800000004');
    const { body } = await upload(
      `${header}借调甲,13800000008,b@example.com,,运营\n新人甲,13966670001,,,运营\n`,
      'b.csv',
      b,
    );
    const job = await until(body.result.jobId, 'WAITING_CONFIRM', b);
    expect(job.report.figures).toMatchObject([{ label: { zh: '已有账号，将邀请本人确认' }, value: 1 }]);
    await api.call('job/confirmImport', { id: job.id }, b);
    await until(job.id, 'SUCCEEDED', b);
    const rows = (await api.call('userAccount/queryUser', { keyword: '甲' }, b)).body.result.list;
    expect(
      rows
        .map((row: { name: string; state: string; email: string | null }) => [row.name, row.state, row.email])
        .sort(),
    ).toEqual([
      ['借调甲', 'PENDING', 'b***@example.com'],
      ['新人甲', 'ACTIVE', null],
    ]);
    const auditor = await api.signIn('13800000008');
    const choice = await api.call('userAccount/queryTenantChoice', {}, auditor);
    expect(choice.body.result.list).toHaveLength(1);
    const { prisma } = api.deps.database;
    const where = { mobile: '13800000008', scene: 'invitation' };
    expect(await prisma.outboxMessage.count({ where })).toBe(1);
    expect(
      await prisma.operationLog.count({ where: { action: 'askedToJoin', tenantId: tenantId('A') } }),
    ).toBe(1);
    const again = await upload(`${header}借调乙,13800000008,,,运营\n`, 'c.csv', b);
    const refused = await until(again.body.result.jobId, 'FAILED', b);
    const problems = await api.call('job/queryImportRow', { id: refused.id, only: 'bad' }, b);
    expect(problems.body.result.list[0].problems[0].reason.zh).toBe('该手机号/邮箱已邀请，待本人确认');

    await api.call('verificationCode/requestVerificationCode', {
      mobile: where.mobile,
      scene: 'acceptInvitation',
    });
    const proof = {
      mobile: where.mobile,
      verificationCode: await sentCode(api, where.mobile, 'acceptInvitation'),
    };
    const [{ id }] = (await api.call('userAccount/openInvitation', proof)).body.result.list;
    expect((await api.call('userAccount/acceptInvitation', { ...proof, id })).body.code).toBe(200);
    const member = await prisma.membership.findFirstOrThrow({
      where: { tenantId: tenantId('B'), user: { mobile: where.mobile } },
      include: { roles: { include: { role: true } } },
    });
    expect(member.roles.map(({ role }) => role.name)).toEqual(['运营']);
  });

  describe('what changed between the dry run and the confirmation counts', () => {
    /** A role of tenant A, a checked file with one row that gives it, and what became of the row once it was confirmed after `change`. */
    async function confirmedAfter(name: string, change: (roleId: string) => Promise<unknown>, as = token) {
      const { prisma } = api.deps.database;
      const { id: roleId } = await prisma.role.create({
        data: { tenantId: tenantId('A'), code: name, name, dataScope: 'SELF', permissions: ['home.view'] },
      });
      const mobile = `1397777${String(Math.floor(1000 + Math.random() * 9000))}`;
      const { body } = await upload(`${header}${name},${mobile},,,${name}\n`, 'r.csv', as);
      const { id } = await until(body.result.jobId, 'WAITING_CONFIRM', as);
      await change(roleId);
      expect((await api.call('job/confirmImport', { id }, as)).body.code).toBe(200);
      const job = await until(id, 'FAILED', as);
      const { list } = (await api.call('job/queryImportRow', { id, only: 'bad' }, as)).body.result;
      expect(await prisma.user.count({ where: { mobile } })).toBe(0);
      return {
        job,
        reasons: list.flatMap((row: { problems: { reason: { zh: string } }[] }) =>
          row.problems.map(({ reason }) => reason.zh),
        ),
      };
    }
    const refused = { job: { done: 0, failed: 1 }, reasons: ['角色不存在，或其权限高于您'] };

    test('a role that was deleted is given to nobody', async () => {
      const { prisma } = api.deps.database;
      const gone = await confirmedAfter('将删除', (id) => prisma.role.deleteMany({ where: { id } }));
      expect(gone).toMatchObject(refused);
    });

    test('a role that allows more by now is given to nobody', async () => {
      const raised = await confirmedAfter('将提高', (id) =>
        api.call(
          'role/editRole',
          {
            id,
            version: 1,
            name: '将提高',
            dataScope: 'TENANT',
            permissions: ['user.edit'],
            ceilingAmount: null,
          },
          token,
        ),
      );
      expect(raised).toMatchObject(refused);
    });

    test('an uploader who may do less by now gives no role above that', async () => {
      const { prisma } = api.deps.database;
      const { token: mine, session } = await operator(api, '导入员', {
        permissions: ['user.import', 'user.view', 'home.view', 'user.edit'],
      });
      const lowered = await confirmedAfter(
        '仍如此',
        () =>
          prisma.role.updateMany({
            where: { id: { in: session.roles.map(({ id }) => id) } },
            data: { permissions: ['user.import', 'user.view'] },
          }),
        mine,
      );
      expect(lowered).toMatchObject(refused);
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

  test('file names with ../, NUL: only the last part is kept, and without NUL', async () => {
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

  test('the export is masked and exactly what is filtered', async () => {
    const exported = await download('userAccount/exportUserInfo', { format: 'csv', keyword: '财务经办' });
    const lines = exported.toString().trim().split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(/^财务经办,138\*\*\*\*0002,/);
    const xlsx = await download('userAccount/exportUserInfo', {});
    expect(xlsx.subarray(0, 2).toString()).toBe('PK');
  });
});
