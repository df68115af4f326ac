import { connect } from '@xyxlx/database/connect';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BookDesk, openBookDesk } from '../../../../../tests/support/book-desk.ts';
import { startTestApi, type TestApi, withoutJobs } from '../../../../../tests/support/test-api.ts';

let api: TestApi;
let desk: BookDesk;
/** Past the rules: batches that nobody made. */
let owner: pg.Client;

beforeAll(async () => {
  api = await startTestApi({ override: withoutJobs });
  desk = await openBookDesk(api);
  owner = await connect(api.databaseUrl);
  await owner.query(`SET session_replication_role = 'replica'`);
});
afterAll(async () => {
  await owner.end();
  await api.close();
});

const batches = {
  limit_batches: `INSERT INTO limit_batches (tenant_id, id, merchant_id, batch_no, file_name, sha256, state, reason)
    VALUES ($1, $2::uuid, uuidv7(), ($2::uuid)::text, 'x.csv', '-', $3, 'r')`,
  issue_batches: `INSERT INTO issue_batches (tenant_id, id, merchant_id, batch_no, name, kind, effective_on, input_sha256, state, reason)
    VALUES ($1, $2::uuid, uuidv7(), ($2::uuid)::text, 'n', 'MANUAL', now(), repeat('0', 64), $3, 'r')`,
};

test.each([
  ['limit_batches', 'RUNNING', 'DONE'],
  ['limit_batches', 'UNDOING', 'UNDONE'],
  ['issue_batches', 'RUNNING', 'DONE'],
  ['issue_batches', 'VOIDING', 'VOIDED'],
] as const)('the slot of a batch of %s that is %s waits until it is %s', async (table, working, ended) => {
  const id = await desk.post('LIMIT_ISSUE', {
    on: desk.today,
    doc: true,
    source: 'limitAdjustment',
    legs: [['FUND', 'LIMIT', 5]],
  });
  const stateOf = async () =>
    (await api.deps.database.prisma.ledgerSlot.findFirst({ where: { tenantId: desk.tenantId, docId: id } }))
      ?.state;
  await owner.query(batches[table], [desk.tenantId, id, working]);
  await desk.seal();
  expect(await stateOf()).toBe('OPEN');
  await owner.query(`UPDATE ${table} SET state = $2 WHERE id = $1`, [id, ended]);
  await desk.seal();
  expect(await stateOf()).toBe('SEALED');
});
