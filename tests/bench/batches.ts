import { once } from 'node:events';
import { from as copyFrom } from 'pg-copy-streams';
import type { Work } from './measure.ts';
import type { World } from './world.ts';

const people = 100_000;

/** 100,000 employees in from CSV, and 100,000 limits adjusted by a sheet, each from the press of the button to the end of its job. */
export function batchWorks(world: World): Work[] {
  const { pool, ask } = world;
  let round = Date.now() % 1_000_000;
  const file = () => {
    round++;
    const lines = Array.from(
      { length: people },
      (_, i) => `B${round}-${i},员工${i},${15_000_000_000 + i},,,,P5,2026-01-02\n`,
    );
    return lines.join('');
  };
  const freshMerchant = async () => {
    const { rows } = await pool.query<{ id: string; tenant_id: string }>(
      `INSERT INTO merchants (tenant_id, company_id, merchant_no, name, short_name, credit_code, contact_name, contact_mobile, mcc, region,
         settlement_bank, settlement_account, state)
       SELECT tenant_id, company_id, 'BENCH' || $1::text, '基准商户' || $1, '基准', lpad($1::text, 18, '9'), '基准', '13800000000', mcc, region,
         settlement_bank, settlement_account, 'ACTIVE' FROM merchants ORDER BY merchant_no LIMIT 1 RETURNING id, tenant_id`,
      [String(++round)],
    );
    return rows[0] as { id: string; tenant_id: string };
  };
  const upload = (path: string, fields: Record<string, string>, text: string) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('file', new Blob([text]), 'bench.csv');
    return ask(path, form) as Promise<{ jobId: string; batchId: string }>;
  };
  const jobIn = async (id: string, states: string[]) => {
    for (;;) {
      const { state } = (await ask('job/getJob', { id })) as { state: string };
      if (states.includes(state)) return;
      if (['FAILED', 'PARTIAL', 'CANCELLED'].includes(state)) throw new Error(`The job ended ${state}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  /** Old rounds would make each round slower than the one before. */
  const forget = async (merchantId: string) => {
    const client = await pool.connect();
    await client.query('SET session_replication_role = replica');
    for (const table of ['limit_adjustments', 'limit_accounts', 'employees', 'limit_batches']) {
      await client.query(`DELETE FROM ${table} WHERE merchant_id = $1`, [merchantId]);
    }
    await client.query('DELETE FROM merchants WHERE id = $1', [merchantId]);
    await client.query('TRUNCATE import_rows, limit_batch_rows');
    await client.query('RESET session_replication_role');
    client.release();
    await pool.query('VACUUM (ANALYZE) limit_adjustments, limit_accounts, employees');
  };
  const insertPeople = async (merchant: { id: string; tenant_id: string }, text: string) => {
    const client = await pool.connect();
    await client.query('BEGIN');
    await client.query(
      'CREATE TEMP TABLE stage (no text, name text, mobile text, email text, department text, labels text, grade text, hired text) ON COMMIT DROP',
    );
    const copy = client.query(copyFrom('COPY stage FROM STDIN WITH (FORMAT csv)'));
    copy.end(text);
    await once(copy, 'finish');
    await client.query(
      `WITH added AS (INSERT INTO employees (tenant_id, merchant_id, employee_no, name, mobile, grade, hired_on, state)
         SELECT $1, $2, no, name, mobile, grade, hired::date, 'ACTIVE' FROM stage RETURNING id)
       INSERT INTO limit_accounts (tenant_id, merchant_id, employee_id) SELECT $1, $2, id FROM added`,
      [merchant.tenant_id, merchant.id],
    );
    await client.query('COMMIT');
    client.release();
  };
  const withPeople = async () => {
    const merchant = await freshMerchant();
    await insertPeople(merchant, file());
    await pool.query(
      `UPDATE fund_accounts f SET balance = balance + 1000000000000 FROM merchants m WHERE m.id = $1 AND f.company_id = m.company_id AND f.kind = 'ENTERPRISE'`,
      [merchant.id],
    );
    // What is measured is one run, not who allows it.
    await pool.query(
      `INSERT INTO approval_thresholds (tenant_id, subject_type, amount, count) VALUES ($1, 'limitBatch', 1000000000000, 1000000)
       ON CONFLICT DO NOTHING`,
      [merchant.tenant_id],
    );
    await pool.query('VACUUM (ANALYZE) employees, limit_accounts');
    return merchant;
  };

  return [
    {
      name: 'import of 100,000 employees from CSV: upload, check, confirm, done',
      unit: 'employees/s',
      floorName: 'COPY into a stage + one INSERT … SELECT of employees and accounts',
      goal: '≥ 0.70',
      open: async () => ({
        floor: async () => {
          const [merchant, text] = [await freshMerchant(), file()];
          const started = performance.now();
          await insertPeople(merchant, text);
          const took = performance.now() - started;
          await forget(merchant.id);
          return (people / took) * 1000;
        },
        ours: async () => {
          const [merchant, text] = [await freshMerchant(), file()];
          const started = performance.now();
          const { jobId } = await upload(
            'employee/importEmployee',
            { merchantId: merchant.id },
            `工号,姓名,手机,邮箱,部门,标签,职级,入职日期\n${text}`,
          );
          await jobIn(jobId, ['WAITING_CONFIRM']);
          await ask('job/confirmImport', { id: jobId });
          await jobIn(jobId, ['SUCCEEDED']);
          const took = performance.now() - started;
          await forget(merchant.id);
          return (people / took) * 1000;
        },
      }),
    },
    {
      name: 'batch adjustment of 100,000 limits, from confirmation to the end of the job',
      unit: 'employees/s',
      floorName: 'one set-based transaction: balances + adjustments',
      goal: '≥ 0.80',
      open: async () => ({
        floor: async () => {
          const merchant = await withPeople();
          const started = performance.now();
          await pool.query(
            `WITH moved AS (UPDATE limit_accounts SET total = total + 10000, available = available + 10000, adjust_seq = adjust_seq + 1
             WHERE tenant_id = $1 AND merchant_id = $2 RETURNING *)
           INSERT INTO limit_adjustments (tenant_id, merchant_id, employee_id, account_id, seq, type, source, before, delta, after, reason)
           SELECT tenant_id, merchant_id, employee_id, id, adjust_seq, 'INCREASE', 'BATCH', available - 10000, 10000, available, '' FROM moved`,
            [merchant.tenant_id, merchant.id],
          );
          const took = performance.now() - started;
          await forget(merchant.id);
          return (people / took) * 1000;
        },
        ours: async () => {
          const merchant = await withPeople();
          const lines = Array.from({ length: people }, (_, i) => `B${round}-${i},${100 + (i % 9)}\n`);
          const { jobId, batchId } = await upload(
            'billChange/uploadBatchBillLimit',
            { merchantId: merchant.id, reason: 'bench' },
            `工号,调整后额度（元）\n${lines.join('')}`,
          );
          await jobIn(jobId, ['SUCCEEDED']);
          const { version } = (await ask('billChange/getBatch', { id: batchId })) as { version: number };
          const started = performance.now();
          const { jobId: running } = (await ask('billChange/confirmBatch', { id: batchId, version })) as {
            jobId: string;
          };
          await jobIn(running, ['SUCCEEDED']);
          const took = performance.now() - started;
          await forget(merchant.id);
          return (people / took) * 1000;
        },
      }),
    },
  ];
}
