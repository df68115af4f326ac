import { connect as connectSocket, type Socket } from 'node:net';
import { connect } from '@xyxlx/database/connect';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';

/** More than all buffers on the way hold, a few seconds' work for nobody. */
const manyRows = 20_000;
const path = 'merchant/exportMerchant';

let api: TestApi;
let owner: pg.Client;
/** Holds locks: within a transaction of its own a connection sees the activity of its first look. */
let locker: pg.Client;
let token: string;
/** What would have ended a service's process. */
const uncaught: unknown[] = [];
const onUncaught = (error: unknown) => uncaught.push(error);

beforeAll(async () => {
  api = await startTestApi({ settings: { DOWNLOAD_IDLE: '1s' } });
  owner = await connect(api.databaseUrl);
  locker = await connect(api.databaseUrl);
  token = await api.signIn('13800000002');
  await owner.query(`
    INSERT INTO merchants (tenant_id, company_id, merchant_no, name, short_name, credit_code, contact_name, contact_mobile, mcc, region, settlement_bank, settlement_account)
    SELECT tenant_id, company_id, 'X' || i, repeat('商户', 300) || i, 'x', lpad(i::text, 18, '0'), 'x', '13800000000', mcc, region, settlement_bank, settlement_account
    FROM (SELECT * FROM merchants WHERE tenant_id = (SELECT tenant_id FROM memberships m JOIN users u ON u.id = m.user_id WHERE u.mobile = '13800000002') LIMIT 1) m,
      generate_series(1, ${manyRows}) i`);
  await owner.query(`
    CREATE FUNCTION no_log() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'the log is full'; END $$;
    CREATE TRIGGER no_log BEFORE INSERT ON operation_logs FOR EACH ROW WHEN (new.result = 'SUCCESS') EXECUTE FUNCTION no_log();
    ALTER TABLE operation_logs DISABLE TRIGGER no_log`);
  process.on('uncaughtException', onUncaught);
});
afterEach(async () => {
  await locker.query('ROLLBACK');
  await owner.query('ALTER TABLE operation_logs DISABLE TRIGGER no_log');
  expect(uncaught).toEqual([]);
});
afterAll(async () => {
  process.off('uncaughtException', onUncaught);
  await owner.end();
  await locker.end();
  await api.close();
});

const ask = (format: string, at = path) =>
  fetch(`${api.url}/xyxlx/${at}`, {
    method: 'POST',
    headers: { Authorization: token, 'Content-Type': 'application/json' },
    body: JSON.stringify({ format }),
  });

/** The job that an export becomes. */
async function startedJob(format: string): Promise<string> {
  api.deps.settings.exportStreamRows = 10;
  const { result } = (await (await ask(format)).json()) as { result: { jobId: string } };
  api.deps.settings.exportStreamRows = 50_000;
  return result.jobId;
}

const copies = async () =>
  (
    await owner.query(`SELECT pid FROM pg_stat_activity
      WHERE datname = current_database() AND query LIKE 'COPY%' AND state = 'active'`)
  ).rows as { pid: number }[];

/** An export goes out whole: a slot is free, and so is a connection. */
async function goesOutWhole(): Promise<void> {
  await eventually(async () => expect(await copies()).toEqual([]));
  await eventually(async () => {
    const answer = await ask('csv');
    expect(answer.headers.get('content-type')).toContain('text/csv');
    const text = await answer.text();
    expect(text.trimEnd().split('\n').length).toBeGreaterThan(manyRows);
  });
}

it.each(['csv', 'xlsx'])(
  'an export (%s) whose log entry can’t be written is a failure, and holds nothing',
  async (format) => {
    await owner.query('ALTER TABLE operation_logs ENABLE TRIGGER no_log');
    // More often than there are slots and connections.
    for (let time = 0; time < 8; time++) {
      const answer = await ask(format);
      expect(await answer.json()).toMatchObject({ code: 500, success: false });
      await eventually(async () => expect(await copies()).toEqual([]));
    }
    await owner.query('ALTER TABLE operation_logs DISABLE TRIGGER no_log');
    await goesOutWhole();
  },
);

it.each(['csv', 'xlsx'])(
  'an export (%s) whose connection breaks before anybody reads breaks that answer alone',
  async (format) => {
    await locker.query('BEGIN; LOCK TABLE operation_logs IN SHARE MODE');
    const outcome = ask(format)
      .then((answer) => answer.text())
      .then(
        (text) => (JSON.parse(text) as { code: number }).code,
        () => 'broken',
      );
    const [copy] = await eventually(async () => {
      const running = await copies();
      expect(running).toHaveLength(1);
      return running;
    });
    await eventually(async () => {
      const { rows } = await owner.query(`SELECT 1 FROM pg_locks WHERE NOT granted`);
      expect(rows).toHaveLength(1);
    });
    await owner.query('SELECT pg_terminate_backend($1)', [copy?.pid]);
    await eventually(async () => expect(await copies()).toEqual([]));
    await locker.query('COMMIT');
    // A failure in the envelope where nothing has gone out yet; a short file must not look whole.
    expect([500, 503, 'broken']).toContain(await outcome);
    await goesOutWhole();
  },
);

it.each(['csv', 'xlsx'])(
  'a kept file (%s) whose chunks are gone before its first byte is a failure in the envelope',
  async (format) => {
    const jobId = await startedJob(format);
    const { prisma } = api.deps.database;
    await eventually(async () => {
      expect(await prisma.job.findFirstOrThrow({ where: { id: jobId } })).toMatchObject({
        state: 'SUCCEEDED',
      });
    });
    await prisma.exportChunk.deleteMany({ where: { jobId } });
    const answer = await fetch(`${api.url}/xyxlx/job/downloadExport`, {
      method: 'POST',
      headers: { Authorization: token, 'Content-Type': 'application/json' },
      body: JSON.stringify({ id: jobId }),
    });
    expect(answer.headers.get('content-disposition')).toBeNull();
    expect(await answer.json()).toMatchObject({ code: 500, success: false });
  },
);

it('a job whose connection breaks while it writes is taken up again', async () => {
  await locker.query('BEGIN; LOCK TABLE export_chunks IN ACCESS EXCLUSIVE MODE');
  const jobId = await startedJob('csv');
  const [copy] = await eventually(async () => {
    const running = await copies();
    expect(running).toHaveLength(1);
    return running;
  });
  await owner.query('SELECT pg_terminate_backend($1)', [copy?.pid]);
  await eventually(async () => expect(await copies()).toEqual([]));
  await locker.query('COMMIT');
  const { prisma } = api.deps.database;
  await eventually(async () => {
    const job = await prisma.job.findFirstOrThrow({ where: { id: jobId } });
    expect(job).toMatchObject({ state: 'SUCCEEDED', done: job.total });
  });
});

/** Asks for a file and reads nothing of it. */
function unread(authorization: string): Socket {
  const { hostname, port } = new URL(api.url);
  const socket = connectSocket(Number(port), hostname);
  const body = JSON.stringify({ format: 'csv' });
  socket.pause();
  socket.on('error', () => undefined);
  socket.write(
    `POST /xyxlx/${path} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  return socket;
}

it('an export that nobody reads has a slot of its user and tenant, and ends', async () => {
  const socket = unread(token);
  await eventually(async () => expect(await copies()).toHaveLength(1));
  const second = await (await ask('csv')).json();
  expect(second).toMatchObject({ code: 406, msg: '您有一个导出正在下载，请等它完成后再试' });
  await eventually(async () => expect(await copies()).toEqual([]));
  await goesOutWhole();
  socket.destroy();
});
