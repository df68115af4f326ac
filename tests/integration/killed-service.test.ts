import { demoPassword } from '@xyxlx/database/seed/accounts';
import { describe, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { ask, killableServices } from '../support/killable-services.ts';
import type { ServiceProcess } from '../support/service-process.ts';

const { sql, one, start } = killableServices();

const signIn = async (service: ServiceProcess) =>
  (await ask(service, 'userAccount/login', { mobile: '13800000001', password: demoPassword })).token;

const rows = 5000;

describe('a service that is killed', () => {
  test('kill −9 in the middle of an import, started again: the job resumes; every row exactly once', {
    timeout: 120_000,
  }, async () => {
    const first = await start();
    const job = await importUnderWay(first);
    first.process.kill('SIGKILL');
    await first.ended;

    const half = await job();
    expect(half.done).toBeLessThan(rows);
    const second = await start();
    const resumed = Date.now();
    await eventually(async () => expect((await job()).attempt).toBeGreaterThan(half.attempt), {
      timeout: 20_000,
    });
    expect(Date.now() - resumed).toBeLessThan(20_000);
    await eventually(async () => expect((await job()).state).toBe('SUCCEEDED'), {
      timeout: 60_000,
    });

    expect(await job()).toMatchObject({ done: rows, failed: 0 });
    expect(
      await one(`SELECT count(*)::int AS users, count(DISTINCT u.mobile)::int AS mobiles, count(DISTINCT m.id)::int AS members,
          (SELECT count(*)::int FROM membership_roles mr JOIN memberships m ON m.id = mr.membership_id JOIN users u ON u.id = m.user_id WHERE u.mobile LIKE '137%') AS roles,
          (SELECT count(*)::int FROM operation_logs WHERE action = 'importUserInfo') AS logged
        FROM users u JOIN memberships m ON m.user_id = u.id WHERE u.mobile LIKE '137%'`),
    ).toEqual({ users: rows, mobiles: rows, members: rows, roles: rows, logged: rows });
    expect(second.output()).not.toContain('queue could not reach');
  });

  test('SIGTERM in the middle of an import: the process ends by itself, and another one does what is left, every row exactly once', {
    timeout: 120_000,
  }, async () => {
    const first = await start();
    await start();
    const job = await importUnderWay(first);
    const { attempt } = await job();
    first.process.kill('SIGTERM');
    expect(await first.ended).toBe(0);
    await eventually(async () => expect((await job()).state).toBe('SUCCEEDED'), {
      timeout: 60_000,
    });
    expect(await job()).toMatchObject({ done: rows, failed: 0 });
    expect((await job()).attempt).toBeLessThanOrEqual(attempt + 1);
    expect(await one("SELECT count(*)::int AS users FROM users WHERE mobile LIKE '137%'")).toEqual({
      users: rows,
    });
  });

  test('SIGTERM during an export: not ready first; finishes, then the process ends', {
    timeout: 60_000,
  }, async () => {
    const service = await start();
    const token = await signIn(service);
    const { reader, first, expected } = await startedExport(service, token);
    service.process.kill('SIGTERM');
    await eventually(async () => expect((await fetch(`${service.url}/readyz`)).status).toBe(503));
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
    const late = await fetch(`${service.url}/xyxlx/merchant/queryMerchant`, { method: 'POST' });
    expect(await late.json()).toMatchObject({ code: 503, success: false });
    const decoder = new TextDecoder();
    let text = decoder.decode(first, { stream: true });
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      text += decoder.decode(value, { stream: true });
    }
    expect(text.trimEnd().split('\n')).toHaveLength(expected + 1);
    expect(await service.ended).toBe(0);
  });

  test('an export whose database connection breaks is never a short file that looks whole', {
    timeout: 60_000,
  }, async () => {
    const service = await start();
    const { reader } = await startedExport(service, await signIn(service));
    await sql.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND query LIKE 'COPY%' AND pid <> pg_backend_pid()`);
    await expect(
      (async () => {
        while (!(await reader.read()).done);
      })(),
    ).rejects.toThrow();
  });
});

/** An export far larger than all buffers on the way, of which one piece has arrived. */
async function startedExport(service: ServiceProcess, token: string) {
  await sql.query(`INSERT INTO merchants (tenant_id, company_id, merchant_no, name, short_name, credit_code, contact_name, contact_mobile, mcc, region, settlement_bank, settlement_account)
    SELECT tenant_id, company_id, 'X' || i, repeat('商户', 300) || i, 'x', lpad(i::text, 18, '0'), 'x', '13800000000', mcc, region, settlement_bank, settlement_account
    FROM (SELECT * FROM merchants LIMIT 1) m, generate_series(1, 20000) i`);
  const { count } = await one('SELECT count(*)::int AS count FROM merchants');
  const answer = await fetch(`${service.url}/xyxlx/merchant/exportMerchant`, {
    method: 'POST',
    headers: { Authorization: token, 'Content-Type': 'application/json' },
    body: JSON.stringify({ format: 'csv' }),
  });
  expect(answer.headers.get('content-type')).toContain('text/csv');
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
  const { value } = await reader.read();
  return { reader, first: value, expected: count as number };
}

/** An import that has written its first rows; returns how to look at its job. */
async function importUnderWay(service: ServiceProcess) {
  const token = await signIn(service);
  const lines = Array.from({ length: rows }, (_, index) => `员工${index},${13_700_000_000 + index},运营\n`);
  const form = new FormData();
  form.set('file', new Blob([`姓名,手机号,角色\n${lines.join('')}`]), 'users.csv');
  const { jobId } = await ask(service, 'userAccount/importUserInfo', form, token);
  const job = () => one('SELECT state::text, done, failed, attempt FROM jobs WHERE id = $1', [jobId]);
  await eventually(async () => expect((await job()).state).toBe('WAITING_CONFIRM'), {
    timeout: 30_000,
  });
  await ask(service, 'job/confirmImport', { id: jobId }, token);
  await eventually(async () => expect((await job()).done).toBeGreaterThan(0), {
    timeout: 30_000,
    longest: 5,
  });
  return job;
}
