import { connect } from '@xyxlx/database/connect';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { startTcpProxy, type TcpProxy } from '../../../../../tests/support/tcp-proxy.ts';
import { startTestApiOn, type TestApi } from '../../../../../tests/support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../../../../tests/support/test-database.ts';

/** More than all buffers on the way hold. */
const manyRows = 20_000;

let database: TestDatabase;
let proxy: TcpProxy;
let api: TestApi;
let owner: pg.Client;
let token: string;

beforeAll(async () => {
  database = await createTestDatabase({ seed: 'small' });
  proxy = await startTcpProxy(database.url);
  api = await startTestApiOn(proxy.url, { settings: { DOWNLOAD_IDLE: '1s' } });
  token = await api.signIn('13800000002');
  owner = await connect(database.url);
  await owner.query(
    `INSERT INTO merchants (tenant_id, company_id, merchant_no, name, short_name, credit_code, contact_name, contact_mobile, mcc, region, settlement_bank, settlement_account)
     SELECT tenant_id, company_id, 'X' || i, repeat('商户', 300) || i, 'x', lpad(i::text, 18, '0'), 'x', '13800000000', mcc, region, settlement_bank, settlement_account
     FROM (SELECT * FROM merchants WHERE tenant_id = (SELECT tenant_id FROM memberships m JOIN users u ON u.id = m.user_id WHERE u.mobile = '13800000002') LIMIT 1) m,
       generate_series(1, $1::int) i`,
    [manyRows],
  );
});
afterAll(async () => {
  await api.close();
  await proxy.close();
  await owner.end();
  await database.drop();
});

const ask = () =>
  fetch(`${api.url}/xyxlx/merchant/exportMerchant`, {
    method: 'POST',
    headers: { Authorization: token, 'Content-Type': 'application/json' },
    body: JSON.stringify({ format: 'csv' }),
  });

it('an export whose database falls silent in the middle breaks after twice DOWNLOAD_IDLE, and holds nothing', async () => {
  const answer = await ask();
  expect(answer.headers.get('content-type')).toContain('text/csv');
  proxy.mute();
  const since = Date.now();
  await expect(answer.text()).rejects.toThrow('terminated');
  expect(Date.now() - since).toBeGreaterThanOrEqual(2000);
  proxy.resume();
  await eventually(async () => {
    const whole = await ask();
    expect(whole.headers.get('content-type')).toContain('text/csv');
    expect((await whole.text()).trimEnd().split('\n').length).toBeGreaterThan(manyRows);
  });
});
