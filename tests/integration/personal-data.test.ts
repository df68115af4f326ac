import { connect } from '@xyxlx/database/connect';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describedEndpoints } from '../../apps/api/src/wire/reference/endpoints.ts';
import { exampleOf } from '../../apps/api/src/wire/reference/example-of.ts';
import { schemaOf } from '../../apps/api/src/wire/reference/open-api.ts';
import { candidates, idPaths, inputsWith, recordsOf } from '../support/endpoint-inputs.ts';
import { eventually } from '../support/eventually.ts';
import { startTestApi, type TestApi } from '../support/test-api.ts';

/** Who asks; their own number is shown to them whole. */
const caller = '13800000001';

const reading = describedEndpoints(false).filter(
  ({ definition: { kind, access } }) => (kind === 'query' || kind === 'download') && access === 'session',
);

let api: TestApi;
let admin: pg.Client;
let token: string;
let records: Map<string, string>;
/** Mobiles, e-mails and accounts as they are kept; the caller's own is not among them. */
let secrets: string[];

beforeAll(async () => {
  api = await startTestApi();
  admin = await connect(api.databaseUrl);
  token = await api.signIn(caller);
  await leaveTraces();
  const { rows } = await admin.query(`SELECT id FROM tenants WHERE code = 'huadong'`);
  records = await recordsOf(admin, rows[0].id);
  const other = await admin.query('SELECT id FROM users WHERE mobile = $1', ['13800000002']);
  records.set('users', other.rows[0].id);
  const kept = await admin.query<{ value: string }>(
    `SELECT DISTINCT value FROM (
       SELECT mobile AS value FROM users UNION SELECT email FROM users UNION SELECT mobile FROM employees
       UNION SELECT email FROM employees UNION SELECT contact_mobile FROM merchants
       UNION SELECT settlement_account FROM merchants UNION SELECT account_no FROM platform_accounts UNION SELECT contact_mobile FROM companies) kept
     WHERE value IS NOT NULL AND value <> $1`,
    [caller],
  );
  secrets = kept.rows.map(({ value }) => value);
}, 120_000);
afterAll(async () => {
  await admin.end();
  await api.close();
});

/** Changes, searches and files whose logs, reports and lists could tell more than they should. */
async function leaveTraces(): Promise<void> {
  const first = async (path: string) => (await api.call(path, {}, token)).body.result.list[0];
  const employee = await first('employee/queryEmployee');
  const { mobile } = await api.deps.database.prisma.employee.findFirstOrThrow({ where: { state: 'ACTIVE' } });
  const { id: merchantId } = await first('merchant/queryMerchant');
  const { body } = await api.call('merchant/getMerchant', { id: merchantId }, token);
  const {
    version: merchantVersion,
    shortName,
    contactName,
    mcc,
    region,
    settlementBank,
    creditCode,
    ...rest
  } = body.result;
  const done = [
    await api.call(
      'merchant/editMerchant',
      {
        id: merchantId,
        version: merchantVersion,
        name: rest.name,
        shortName,
        contactName,
        mcc,
        region,
        settlementBank,
        creditCode,
        brandId: rest.brand?.id ?? null,
        platformId: rest.platform?.id ?? null,
        companyId: rest.company?.id ?? null,
        contactMobile: '13912340001',
        settlementAccount: '6222020200012345678',
      },
      token,
    ),
    await api.call('search/findMerchant', { keyword: `找 ${mobile} 的商户` }, token),
    await api.call('search/findMerchant', { keyword: mobile }, token),
  ];
  const edited = await api.call('employee/getEmployee', { id: employee.id }, token);
  const { id, version, name, departmentId = null, labels, grade, hiredOn } = edited.body.result;
  done.push(
    await api.call(
      'employee/editEmployee',
      {
        id,
        version,
        name,
        departmentId,
        labels,
        grade,
        hiredOn,
        mobile: '13912340002',
        email: 'walked@example.com',
      },
      token,
    ),
  );
  expect(done.map(({ body }) => body.msg)).toEqual(done.map(() => ''));

  const form = new FormData();
  form.set('merchantId', employee.merchant.id);
  form.set(
    'file',
    new Blob([
      '工号,姓名,手机,邮箱,入职日期\nZ1,一,13912340003,a@example.com,2026-01-01\nZ2,二,139123400,b@example.com,x\n',
    ]),
    'a.csv',
  );
  const answer = await fetch(`${api.url}/xyxlx/employee/importEmployee`, {
    method: 'POST',
    headers: { Authorization: token },
    body: form,
  });
  const { result } = (await answer.json()) as { result: { jobId: string } };
  await eventually(async () => {
    const { body } = await api.call('job/getJob', { id: result.jobId }, token);
    expect(body.result.state).toBe('WAITING_CONFIRM');
  });
}

test.each(reading)('$path shows no whole mobile number, e-mail or account', async ({ definition }) => {
  const schema = schemaOf(definition.input, 'input');
  const least = exampleOf(schema, '', false) as Record<string, unknown>;
  if (schema.properties?.pageSize) least.pageSize = 200;
  if (schema.properties?.format) least.format = 'csv';
  const inputs = [least];
  for (const field of idPaths(schema)) {
    for (const id of candidates(field.name, records)) {
      inputs.push(inputsWith({ definition, ...field }, records)(id)[0] as typeof least);
    }
  }
  await admin.query('DELETE FROM rate_windows');
  const { path } = reading.find((one) => one.definition === definition) as (typeof reading)[number];
  // A service answers only so many exports side by side.
  const atOnce = definition.kind === 'query' ? 8 : 1;
  for (let from = 0; from < inputs.length; from += atOnce) {
    const answers = await Promise.all(
      inputs.slice(from, from + atOnce).map((input) => api.call(path, input, token)),
    );
    const text = answers.map((answer) => answer.text ?? '').join('\n');
    const numbers: string[] = text.match(/(?<![\w-])1[3-9]\d{9}(?!\w)/g) ?? [];
    expect(numbers.filter((number) => number !== caller)).toEqual([]);
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  }
});
