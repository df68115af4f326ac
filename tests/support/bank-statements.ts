import { connect } from '@xyxlx/database/connect';
import { eventually } from './eventually.ts';
import type { TestApi } from './test-api.ts';

let made = 0;

/** A new account of a company at a bank or channel, of a tenant's first platform; its id. */
export async function addPlatformAccount(
  { databaseUrl }: TestApi,
  { tenantId, companyId, kind = 'BANK' }: { tenantId: string; companyId: string; kind?: 'BANK' | 'CHANNEL' },
): Promise<string> {
  made += 1;
  const accountNo = String(66_660_000 + made);
  const owner = await connect(databaseUrl);
  const { rows } = await owner.query(
    `INSERT INTO platform_accounts (tenant_id, platform_id, company_id, kind, name, bank, account_no, state)
     SELECT $1, p.id, $2, $3, '收款户', '银行', $4, 'ACTIVE' FROM platforms p WHERE p.tenant_id = $1 ORDER BY p.code LIMIT 1 RETURNING id`,
    [tenantId, companyId, kind, accountNo],
  );
  await owner.end();
  return rows[0].id;
}

/** Imports a new account's statement of a day, an amount in yuan a line, less than nothing out; the lines' ids in their order, and the import's. */
export async function importStatement(
  api: TestApi,
  {
    token,
    accountId,
    day,
    no,
    amounts,
  }: { token: string; accountId: string; day: string; no: string; amounts: readonly number[] },
): Promise<{ lines: string[]; jobId: string }> {
  let balance = 0;
  const rows = amounts.map((amount, index) => {
    balance += amount;
    const [direction, figure] = amount > 0 ? ['收', amount] : ['支', -amount];
    return `${no}-${index},${day} 10:00:0${index},${direction},${figure},${balance},甲,x`;
  });
  const form = new FormData();
  form.append('accountId', accountId);
  const file = ['流水号,时间,收/支,金额(元),余额,对方户名,摘要', ...rows].join('\n');
  form.append('file', new Blob([file]), 's.csv');
  const answer = await fetch(`${api.url}/xyxlx/fund/importStatement`, {
    method: 'POST',
    headers: { Authorization: token },
    body: form,
  });
  const { jobId } = ((await answer.json()) as { result: { jobId: string } }).result;
  await jobBecomes(api, { token, jobId, state: 'WAITING_CONFIRM' });
  await api.call('job/confirmImport', { id: jobId }, token);
  await jobBecomes(api, { token, jobId, state: 'SUCCEEDED' });
  const lines = await api.deps.database.prisma.statementLine.findMany({
    where: { accountId, importJobId: jobId },
    orderBy: { at: 'asc' },
  });
  return { lines: lines.map(({ id }) => id), jobId };
}

/** Waits until a job is in a state. */
export function jobBecomes(
  api: TestApi,
  { token, jobId, state }: { token: string; jobId: string; state: string },
): Promise<void> {
  return eventually(async () => {
    const { body } = await api.call('job/getJob', { id: jobId }, token);
    if (body.result?.state !== state) throw new Error(`the job is ${body.result?.state}, not ${state}`);
  });
}
