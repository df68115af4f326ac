import { expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { ask, killableServices } from '../support/killable-services.ts';

const { sql, one, start, waiting } = killableServices();

const columns = `source_id, source_type, leg, book_date, kind, debit_role, credit_role, amount, company_id, counter_company_id, merchant_id,
  employee_id, platform_account_id, occurred_at`;

test('killed in the middle of posting what was before the ledger: the next replica goes on, every leg exactly once', {
  timeout: 300_000,
}, async () => {
  const { id: tenantId } = await one(`SELECT id FROM tenants WHERE code = 'huadong'`);
  await sql.query(
    `CREATE TEMP TABLE seeded AS SELECT * FROM ledger_postings WHERE tenant_id = '${tenantId}'`,
  );
  const { day } = await one('SELECT (max(book_date) - 40)::text AS day FROM seeded');
  await sql.query(`BEGIN; SET LOCAL session_replication_role = 'replica'; DELETE FROM ledger_postings; DELETE FROM ledger_slots;
    INSERT INTO ledger_backfills (tenant_id) VALUES ('${tenantId}'); COMMIT`);

  // It waits at the day whose slot somebody else is making.
  await sql.query('BEGIN');
  await sql.query(
    `INSERT INTO ledger_slots (tenant_id, book_date, period, kind) VALUES ($1, $2, period_of($2::date), 'CONSUME')`,
    [tenantId, day],
  );
  const first = await start();
  await ask(first, 'dev/clock', { offsetSeconds: 1 });
  await waiting('WITH legs AS');
  first.process.kill('SIGKILL');
  await first.ended;
  await sql.query('ROLLBACK');
  const middle = await one('SELECT count(*)::int AS legs, max(book_date)::text AS last FROM ledger_postings');
  expect(middle.legs).toBeGreaterThan(0);
  expect(middle.last < day).toBe(true);
  expect(
    await one(
      `SELECT state, done > 0 AND done < total AS "isMiddle" FROM jobs WHERE kind = 'ledgerBackfill'`,
    ),
  ).toEqual({
    state: 'RUNNING',
    isMiddle: true,
  });

  await start();
  // What follows ten seconds of silence, which killed-service.test.ts waits for, is waited for here no second time.
  await sql.query(
    `UPDATE pgboss.job SET heartbeat_on = heartbeat_on - interval '10 seconds' WHERE name = 'jobs' AND state = 'active'`,
  );
  // The job says so a transaction after the last leg.
  await eventually(
    async () =>
      expect(
        await one(
          `SELECT count(*)::int AS jobs, min(state) AS state FROM jobs WHERE kind = 'ledgerBackfill'`,
        ),
      ).toEqual({ jobs: 1, state: 'SUCCEEDED' }),
    { timeout: 120_000 },
  );
  expect(await one('SELECT finished_at IS NOT NULL AS finished FROM ledger_backfills')).toEqual({
    finished: true,
  });
  for (const [here, there] of [
    ['seeded', 'ledger_postings'],
    ['ledger_postings', 'seeded'],
  ]) {
    expect(
      await one(
        `SELECT count(*)::int AS legs FROM (SELECT ${columns} FROM ${here} EXCEPT SELECT ${columns} FROM ${there}) d`,
      ),
    ).toEqual({ legs: 0 });
  }
});
