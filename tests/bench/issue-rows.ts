import { timed, withPeople } from './batches.ts';
import { Line, perSecond } from './http-load.ts';
import type { Work } from './measure.ts';
import { type BenchMerchant, csv, jobIn, peopleOf, removeMerchant, upload } from './people.ts';
import type { World } from './world.ts';

const deepRows = 1_000_000;
const lanes = 8;
const ms = 3000;

/** The rows of batches that are issued: checking a file of them, and reading far down. */
export function issueRowWorks(world: World): Work[] {
  return [
    {
      name: 'check of 100,000 rows to be issued, from the upload to the draft',
      unit: 'rows/s',
      floorName: 'the rows in one INSERT and one UPDATE that finds their employees',
      goal: '≥ 0.70',
      open: async () => {
        const merchant = await withPeople(world, 'limitIssue');
        const no = peopleOf(merchant).map(([employeeNo]) => employeeNo as string);
        const file = new Blob([csv([['工号', '发放金额(元)'], ...no.map((one) => [one, '30.00'])])]);
        return {
          floor: async () => {
            const batchId = await emptyBatch(world, merchant);
            return timed(() => checkPlainly(world, merchant, batchId, no));
          },
          ours: () =>
            timed(async () => {
              const fields = { merchantId: merchant.id, name: 'bench', reason: 'bench' };
              const { jobId } = await upload(world, 'creditLimit/uploadIssue', fields, file, 'bench.csv');
              await jobIn(world, jobId, 'SUCCEEDED');
            }),
          close: () => removeMerchant(world, merchant),
        };
      },
    },
    {
      name: 'rows of a batch, a million rows deep by cursor',
      unit: 'requests/s',
      floorName: 'its first page through the API',
      goal: '≥ 0.9',
      open: async () => {
        const merchant = await withPeople(world, 'limitIssue');
        const issueId = await emptyBatch(world, merchant);
        await copyRows(world, merchant, issueId);
        const from = { issueId, pageNum: deepRows / 200 - 5, pageSize: 200 };
        const { cursor } = (await world.ask('creditLimit/queryIssueRow', from)) as { cursor: string };
        const lines = Array.from({ length: lanes }, () => new Line(world.service.url));
        const page = async (lane: number, more: object) => {
          const asked = JSON.stringify({ issueId, ...more });
          const { status, body } = await (lines[lane] as Line).ask(
            'creditLimit/queryIssueRow',
            world.token,
            asked,
          );
          if (status !== 200 || !body.startsWith('{"code":200')) throw new Error(body.slice(0, 200));
        };
        return {
          floor: () => perSecond(lanes, ms, (lane) => page(lane, {})),
          ours: () => perSecond(lanes, ms, (lane) => page(lane, { cursor })),
          note: () => 'the first page counts its total, the cursor carries it',
          close: async () => {
            for (const line of lines) line.close();
            await removeMerchant(world, merchant);
          },
        };
      },
    },
  ];
}

/** A batch of the merchant without rows. */
async function emptyBatch({ pool }: World, { id, tenant_id }: BenchMerchant): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `INSERT INTO issue_batches (tenant_id, merchant_id, batch_no, name, kind, effective_on, input_sha256, state, reason)
     VALUES ($1, $2, 'BENCH-' || gen_random_uuid(), 'bench', 'MANUAL', current_date, repeat('0', 64), 'CHECKING', 'bench') RETURNING id`,
    [tenant_id, id],
  );
  return (rows[0] as { id: string }).id;
}

async function checkPlainly(
  { pool }: World,
  { id, tenant_id }: BenchMerchant,
  batchId: string,
  employeeNos: string[],
): Promise<void> {
  await pool.query(
    `INSERT INTO issue_rows (tenant_id, batch_id, row_no, employee_no, employee_name, amount_text, state)
     SELECT $1, $2, place + 1, no, '', '30.00', 'FAILED' FROM unnest($3::text[]) WITH ORDINALITY AS given(no, place)`,
    [tenant_id, batchId, employeeNos],
  );
  await pool.query(
    `UPDATE issue_rows r SET employee_id = e.id, employee_name = e.name, amount = r.amount_text::numeric * 100, state = 'READY'
     FROM employees e WHERE r.tenant_id = $1 AND r.batch_id = $2 AND e.tenant_id = $1 AND e.merchant_id = $3 AND e.employee_no = r.employee_no`,
    [tenant_id, batchId, id],
  );
  await pool.query(
    `UPDATE issue_batches b SET state = 'DRAFT', total = s.total, amount = s.amount
     FROM (SELECT count(*) AS total, sum(amount) AS amount FROM issue_rows WHERE tenant_id = $1 AND batch_id = $2) s
     WHERE b.tenant_id = $1 AND b.id = $2`,
    [tenant_id, batchId],
  );
}

/** A million rows that failed a check: they need no employee each. */
async function copyRows({ pool }: World, { tenant_id }: BenchMerchant, batchId: string): Promise<void> {
  await pool.query(
    `INSERT INTO issue_rows (tenant_id, batch_id, row_no, employee_no, employee_name, amount_text, state, message)
     SELECT $1, $2, n + 1, 'B' || n, '', '30.00', 'FAILED', 'missing' FROM generate_series(1, $3::int) n`,
    [tenant_id, batchId, deepRows],
  );
  await pool.query(
    `UPDATE issue_batches SET state = 'FAILED', total = $3, failed = $3, message = 'empty' WHERE tenant_id = $1 AND id = $2`,
    [tenant_id, batchId, deepRows],
  );
  await pool.query('VACUUM (ANALYZE) issue_rows');
}
