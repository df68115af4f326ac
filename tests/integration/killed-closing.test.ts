import { demoPassword } from '@xyxlx/database/seed/accounts';
import { tenantId } from '@xyxlx/database/seed/tenants';
import { expect, test } from 'vitest';
import { seedVouchers } from '../../apps/api/src/areas/voucher/seed-vouchers.ts';
import { connectDatabase } from '../../apps/api/src/platform/db/database.ts';
import { inTransaction, longestTransaction } from '../../apps/api/src/platform/db/transaction.ts';
import { eventually } from '../support/eventually.ts';
import { ask, killableServices } from '../support/killable-services.ts';
import type { ServiceProcess } from '../support/service-process.ts';

const { sql, one, start, url, waiting } = killableServices();
const tenant = tenantId('A');

async function expectInvariants(service: ServiceProcess): Promise<void> {
  const { list } = await ask(service, 'dev/invariants', {});
  expect(list.filter(({ ok }: { ok: boolean }) => !ok)).toEqual([]);
}

test('killed in the middle of sealing: a slot has its days and voucher or neither, and the next replica seals the rest', {
  timeout: 300_000,
}, async () => {
  const slots = () =>
    one(
      `SELECT count(*) FILTER (WHERE state = 'SEALED')::int AS sealed,
         count(*) FILTER (WHERE state = 'OPEN' AND book_date < (now() AT TIME ZONE 'Asia/Shanghai')::date)::int AS due,
         (SELECT count(*)::int FROM vouchers v WHERE v.tenant_id = $1 AND v.kind = 'SYSTEM') AS vouchers
       FROM ledger_slots WHERE tenant_id = $1`,
      [tenant],
    );
  // It waits at what a day after the first 200 slots comes to, which somebody else is adding up.
  await sql.query('BEGIN');
  await sql.query(
    `INSERT INTO ledger_days (tenant_id, book_date, role, company_id, debit, credit, rows)
     SELECT p.tenant_id, p.book_date, p.debit_role, p.company_id, 1, 0, 1 FROM ledger_postings p JOIN (
       SELECT id FROM ledger_slots WHERE tenant_id = $1 ORDER BY book_date, id OFFSET 220 LIMIT 1) s ON s.id = p.slot_id
     WHERE p.tenant_id = $1 LIMIT 1`,
    [tenant],
  );
  const first = await start();
  await ask(first, 'dev/clock', { offsetSeconds: 1 });
  await waiting('g."slotId" AS slot_id');
  first.process.kill('SIGKILL');
  await first.ended;
  await sql.query('ROLLBACK');
  const middle = await slots();
  expect(middle).toEqual({ sealed: 200, due: expect.any(Number), vouchers: 200 });
  expect(middle.due).toBeGreaterThan(0);

  const second = await start();
  await ask(second, 'dev/clock', { offsetSeconds: 2 });
  await eventually(async () => expect(await slots()).toMatchObject({ due: 0 }), { timeout: 60_000 });
  const { sealed, vouchers } = await slots();
  expect(sealed).toBeGreaterThan(200);
  expect(vouchers).toBe(sealed);
  await expectInvariants(second);
});

test('killed in the middle of closing: nothing of it is there, and the next replica closes the period', {
  timeout: 300_000,
}, async () => {
  const database = connectDatabase({ service: url(), owner: url() }, 2, 60_000);
  await inTransaction(database, (tx) => seedVouchers(tx, new Date()), { timeout: longestTransaction });
  await database.close();
  const { period } = await one(
    `SELECT max(period) AS period FROM ledger_periods WHERE tenant_id = $1 AND state = 'CLOSED'`,
    [tenant],
  );
  const books = () =>
    one(
      `SELECT p.state, (SELECT count(*)::int FROM ledger_snapshots s WHERE s.tenant_id = $1 AND s.period = $2) > 0 AS "hasSnapshots",
         (SELECT count(*)::int FROM vouchers v WHERE v.tenant_id = $1 AND v.period = $2 AND v.kind = 'CLOSE' AND v.state = 'POSTED') AS closings
       FROM ledger_periods p WHERE p.tenant_id = $1 AND p.period = $2`,
      [tenant, period],
    );
  const first = await start();
  const signIn = async (mobile: string) =>
    (await ask(first, 'userAccount/login', { mobile, password: demoPassword })).token;
  const [maker, checker] = [await signIn('13800000002'), await signIn('13800000003')];
  const approve = async ({ approvalId }: { approvalId: string }) =>
    ask(first, 'approval/approve', { id: approvalId }, checker);
  await approve(await ask(first, 'voucher/reopenPeriod', { period, reason: '补记' }, maker));
  expect(await books()).toEqual({ state: 'OPEN', hasSnapshots: false, closings: 0 });

  // It waits at the snapshots, which somebody else is writing; without a reference, which the closing would wait for earlier.
  await sql.query(`BEGIN; SET LOCAL session_replication_role = 'replica'`);
  await sql.query(
    `INSERT INTO ledger_snapshots (tenant_id, period, account_id, company_id, side, opening, debit, credit, closing)
     SELECT l.tenant_id, v.period, l.account_id, l.company_id, 'DEBIT', 0, 0, 0, 0 FROM vouchers v
     JOIN voucher_lines l ON l.tenant_id = v.tenant_id AND l.voucher_id = v.id
     WHERE v.tenant_id = $1 AND v.period = $2 AND v.state = 'POSTED' LIMIT 1`,
    [tenant, period],
  );
  await approve(await ask(first, 'voucher/closePeriod', { period }, maker));
  await waiting('SELECT s.account_id, s.company_id, CASE s.side');
  first.process.kill('SIGKILL');
  await first.ended;
  await sql.query('ROLLBACK');
  expect(await books()).toEqual({ state: 'CLOSING', hasSnapshots: false, closings: 0 });

  const second = await start();
  // What follows ten seconds of silence, which killed-service.test.ts waits for, is waited for here no second time.
  await sql.query(
    `UPDATE pgboss.job SET heartbeat_on = heartbeat_on - interval '10 seconds' WHERE name = 'jobs' AND state = 'active'`,
  );
  await eventually(
    async () => expect(await books()).toEqual({ state: 'CLOSED', hasSnapshots: true, closings: 1 }),
    { timeout: 60_000 },
  );
  await expectInvariants(second);
});
