import { once } from 'node:events';
import { from as copyFrom } from 'pg-copy-streams';
import { account, asReplica, type World } from './world.ts';

/** How many employees a batch is about. */
export const people = 100_000;

/** A merchant that a measurement works on and that is gone after it. */
export interface BenchMerchant {
  id: string;
  tenant_id: string;
  /** What its employees' numbers begin with. */
  prefix: string;
}

let made = Date.now() % 1_000_000;

/** Adds a merchant without employees to the tenant of who measures. */
export async function freshMerchant({ pool }: World): Promise<BenchMerchant> {
  const no = String(++made);
  const { rows } = await pool.query<{ id: string; tenant_id: string }>(
    `INSERT INTO merchants (tenant_id, company_id, merchant_no, name, short_name, credit_code, contact_name, contact_mobile, mcc, region,
       settlement_bank, settlement_account, state)
     SELECT tenant_id, company_id, 'BENCH' || $1::text, '基准商户' || $1, '基准', lpad($1::text, 18, '9'), '基准', '13800000000', mcc, region,
       settlement_bank, settlement_account, 'ACTIVE' FROM merchants
     WHERE tenant_id = (SELECT m.tenant_id FROM memberships m JOIN users u ON u.id = m.user_id WHERE u.mobile = '${account}')
     ORDER BY merchant_no LIMIT 1 RETURNING id, tenant_id`,
    [no],
  );
  return { ...(rows[0] as { id: string; tenant_id: string }), prefix: `B${no}` };
}

/** The employees of a merchant as the columns of an import have them. */
export function peopleOf({ prefix }: BenchMerchant): string[][] {
  return Array.from({ length: people }, (_, i) => [
    `${prefix}-${i}`,
    `员工${i}`,
    String(15_000_000_000 + i),
    '',
    '',
    '',
    'P5',
    '2026-01-02',
  ]);
}

export const headings = ['工号', '姓名', '手机', '邮箱', '部门', '标签', '职级', '入职日期'];

/** Lines of a CSV whose cells need no quotes. */
export const csv = (rows: string[][]): string => rows.map((cells) => `${cells.join(',')}\n`).join('');

/** COPY into a stage and one INSERT … SELECT: what an import can't be faster than. */
export async function insertPeople({ pool }: World, merchant: BenchMerchant, text: string): Promise<void> {
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
     INSERT INTO limit_accounts (tenant_id, merchant_id, employee_id, company_id)
       SELECT $1, $2, added.id, m.company_id FROM added JOIN merchants m ON m.id = $2`,
    [merchant.tenant_id, merchant.id],
  );
  await client.query('COMMIT');
  client.release();
}

/** Imports a file of employees through the whole wire: upload, check, confirm, done. */
export async function importPeople(
  world: World,
  merchant: BenchMerchant,
  file: Blob,
  name: string,
): Promise<void> {
  const { jobId } = await upload(world, 'employee/importEmployee', { merchantId: merchant.id }, file, name);
  await jobIn(world, jobId, 'WAITING_CONFIRM');
  await world.ask('job/confirmImport', { id: jobId });
  await jobIn(world, jobId, 'SUCCEEDED');
}

/** Uploads a file; what the endpoint answers. */
export async function upload(
  world: World,
  path: string,
  fields: Record<string, string>,
  file: Blob,
  name: string,
): Promise<{ jobId: string; batchId: string }> {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append('file', file, name);
  return world.ask(path, form);
}

/** Waits until a job is in a state; fails when it ends otherwise. The service is not asked: its jobs rest while somebody waits for it. */
export async function jobIn({ pool }: World, id: string, wanted: string): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ state: string }>('SELECT state FROM jobs WHERE id = $1', [id]);
    const state = rows[0]?.state as string;
    if (state === wanted) return;
    if (['SUCCEEDED', 'FAILED', 'PARTIAL', 'CANCELLED'].includes(state)) {
      throw new Error(`The job ended ${state}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Takes a merchant and all of its people away: old rounds would make each round slower than the one before. */
export async function removeMerchant({ pool }: World, { id }: BenchMerchant): Promise<void> {
  await asReplica(pool, async (client) => {
    await client.query(
      'DELETE FROM limit_lots o USING limit_accounts l WHERE l.merchant_id = $1 AND o.tenant_id = l.tenant_id AND o.account_id = l.id',
      [id],
    );
    await client.query(
      'DELETE FROM issue_rows r USING issue_batches b WHERE b.merchant_id = $1 AND r.tenant_id = b.tenant_id AND r.batch_id = b.id',
      [id],
    );
    for (const table of [
      'limit_adjustments',
      'limit_accounts',
      'employees',
      'limit_batches',
      'issue_batches',
    ]) {
      await client.query(`DELETE FROM ${table} WHERE merchant_id = $1`, [id]);
    }
    await client.query('DELETE FROM merchants WHERE id = $1', [id]);
    await client.query('TRUNCATE import_rows, limit_batch_rows');
  });
  await pool.query('VACUUM (ANALYZE) limit_adjustments, limit_accounts, employees, limit_lots, issue_rows');
}
