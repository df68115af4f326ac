import { demoPassword } from '@xyxlx/database/seed/accounts';
import { expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { ask, killableServices } from '../support/killable-services.ts';

// Two of the chunks that commit together, and some: the kill leaves some limits moved and some not.
const people = 12_000;

const { sql, one, start } = killableServices();

const move = (approvalId: string) =>
  one(
    `SELECT moved_people, moved_amount::float8 AS amount, finished_at IS NOT NULL AS finished FROM merchant_moves WHERE approval_id = $1`,
    [approvalId],
  );

/** Gives the merchant so many more people, each with 100 yuan of its company's, and another company what all of them have. */
async function bigMerchant() {
  const { id } = await one(`SELECT m.id FROM merchants m JOIN tenants t ON t.id = m.tenant_id
    WHERE m.state = 'ACTIVE' AND t.code = 'huadong' AND m.company_id IS NOT NULL ORDER BY merchant_no LIMIT 1`);
  await sql.query(
    `INSERT INTO employees (tenant_id, merchant_id, employee_no, name, mobile, state, hired_on)
     SELECT m.tenant_id, m.id, 'K' || i, '员工' || i, (15000000000 + i)::text, 'ACTIVE', '2026-01-01'
     FROM merchants m, generate_series(1, $2::int) i WHERE m.id = $1`,
    [id, people],
  );
  await sql.query(
    `WITH made AS (INSERT INTO limit_accounts (tenant_id, merchant_id, employee_id, company_id, total, available, adjust_seq)
       SELECT e.tenant_id, e.merchant_id, e.id, m.company_id, 10000, 10000, 1
       FROM employees e JOIN merchants m ON m.id = e.merchant_id WHERE employee_no LIKE 'K%' RETURNING *)
     INSERT INTO limit_adjustments (tenant_id, merchant_id, employee_id, account_id, company_id, seq, type, source, before, delta, after, reason)
     SELECT tenant_id, merchant_id, employee_id, id, company_id, 1, 'INCREASE', 'SYSTEM', 0, 10000, 10000, 't' FROM made`,
  );
  const { company, other, unspent } = await one(
    `SELECT m.company_id AS company, (SELECT id FROM companies c WHERE c.tenant_id = m.tenant_id AND c.id <> m.company_id ORDER BY id LIMIT 1) AS other,
       (SELECT sum(available + locked)::float8 FROM limit_accounts l WHERE l.merchant_id = m.id) AS unspent
     FROM merchants m WHERE m.id = $1`,
    [id],
  );
  const flow = (owner: string, kind: string, flowKind: string, delta: number, pair: string | null) =>
    sql.query(
      `WITH moved AS (UPDATE fund_accounts SET balance = balance + $3, flow_seq = flow_seq + 1 WHERE company_id = $1 AND kind = $2 RETURNING *)
       INSERT INTO fund_flows (tenant_id, account_id, seq, kind, delta, balance_after, source_type, source_id, pair_id)
       SELECT tenant_id, id, flow_seq, $4, $3, balance, 'test', uuidv7(), $5 FROM moved`,
      [owner, kind, delta, flowKind, pair],
    );
  const issued = people * 10_000;
  await flow(company, 'ENTERPRISE', 'TOP_UP', issued, null);
  await sql.query('BEGIN');
  const pair = crypto.randomUUID();
  await flow(company, 'ENTERPRISE', 'LIMIT_ISSUE', -issued, pair);
  await flow(company, 'RESERVE', 'LIMIT_ISSUE', issued, pair);
  await sql.query('COMMIT');
  await flow(other, 'ENTERPRISE', 'TOP_UP', unspent, null);
  await sql.query('ANALYZE employees, limit_accounts');
  return { id: id as string, other: other as string, unspent: unspent as number };
}

test(`a service killed in the middle of moving ${people.toLocaleString('en')} limits to another company: each is moved exactly once, by another`, {
  timeout: 300_000,
}, async () => {
  const merchant = await bigMerchant();
  const first = await start();
  const signIn = async (mobile: string) =>
    (await ask(first, 'userAccount/login', { mobile, password: demoPassword })).token as string;
  const [maker, checker] = [await signIn('13800000001'), await signIn('13800000003')];
  const {
    company,
    brand,
    platform,
    summary,
    move: _,
    stateReason,
    state,
    ...detail
  } = await ask(first, 'merchant/getMerchant', { id: merchant.id }, maker);
  const { merchantNo, contactMobile, settlementAccount, ...fields } = detail;
  for (const stamp of ['createdAt', 'createdBy', 'updatedAt', 'updatedBy']) delete fields[stamp];
  const ids = { companyId: merchant.other, brandId: brand?.id ?? null, platformId: platform?.id ?? null };
  await ask(first, 'merchant/editMerchant', { ...fields, ...ids }, maker);
  const subject = { subjectType: 'merchantMove', subjectId: merchant.id };
  const { id: approvalId } = await ask(first, 'approval/getSubjectApproval', subject, checker);

  const second = await start();
  // Frozen while the job is given out: so it is the first that has it.
  second.process.kill('SIGSTOP');
  await sql.query('BEGIN');
  // Somebody of the second chunk is held, so that the job stands there when its service is killed.
  await sql.query(
    `SELECT FROM limit_accounts WHERE merchant_id = $1 AND employee_id =
       (SELECT employee_id FROM limit_accounts WHERE merchant_id = $1 ORDER BY employee_id OFFSET 7000 LIMIT 1) FOR UPDATE`,
    [merchant.id],
  );
  await ask(first, 'approval/approve', { id: approvalId }, checker);
  await eventually(async () => expect(await move(approvalId)).toMatchObject({ moved_people: 5_000 }), {
    timeout: 60_000,
  });
  first.process.kill('SIGKILL');
  await first.ended;
  await sql.query('COMMIT');
  second.process.kill('SIGCONT');
  expect(await move(approvalId)).toMatchObject({ moved_people: 5_000, finished: false });
  // What follows ten seconds of silence, which killed-service.test.ts waits for, is waited for here no second time.
  await sql.query(
    `UPDATE pgboss.job SET heartbeat_on = heartbeat_on - interval '10 seconds' WHERE name = 'jobs' AND state = 'active'`,
  );
  await eventually(async () => expect((await move(approvalId)).finished).toBe(true), { timeout: 60_000 });

  expect((await move(approvalId)).amount).toBe(merchant.unspent);
  expect(
    await one(
      `SELECT count(*) FILTER (WHERE links = 1)::int AS once, count(*)::int AS people FROM (
         SELECT count(a.id) AS links FROM employees e LEFT JOIN limit_adjustments a ON a.employee_id = e.id AND a.type = 'RECOVER'
         WHERE e.employee_no LIKE 'K%' GROUP BY e.id) each`,
    ),
  ).toEqual({ once: people, people });
  const { list } = await ask(second, 'dev/invariants', {});
  // What the test gave the funds by hand is not in the books.
  const byHand = ['postingsOnce', 'controlledAccountsMirror'];
  expect(list.filter(({ ok, name }: { ok: boolean; name: string }) => !ok && !byHand.includes(name))).toEqual(
    [],
  );
});
