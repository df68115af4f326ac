import { connect } from '@xyxlx/database/connect';
import { openBooks } from '@xyxlx/database/open-books';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addressesOf,
  createTestDatabase,
  type TestDatabase,
} from '../../../../../tests/support/test-database.ts';
import { connectDatabase, type Database } from '../db/database.ts';
import { sql } from '../db/sql.ts';
import { inTransaction } from '../db/transaction.ts';
import { takeBackPostings } from './take-back.ts';

let template: TestDatabase;
let database: Database;
let owner: pg.Client;
const [tenantId, payer, receiver, source, other] = Array.from({ length: 5 }, () => crypto.randomUUID()) as [
  string,
  string,
  string,
  string,
  string,
];

beforeAll(async () => {
  template = await createTestDatabase();
  database = connectDatabase(await addressesOf(template), 2, 5000);
  owner = await connect(template.url);
  await owner.query(`INSERT INTO tenants (id, code, name) VALUES ($1, 't', 't')`, [tenantId]);
  await owner.query(`INSERT INTO companies (id, tenant_id, name) VALUES ($1, $3, 'a'), ($2, $3, 'b')`, [
    payer,
    receiver,
    tenantId,
  ]);
  const [from, to] = [new Date('2026-10-31T16:00:00Z'), new Date('2026-11-23T00:00:00Z')];
  await database.prisma.$transaction((tx) => openBooks(tx, { tenantId, from, to }));
});
afterAll(async () => {
  await owner.end();
  await database.close();
  await template.drop();
});

test('what is taken back is posted the other way, company for company, on the day of it; what is of other rows stays', async () => {
  for (const id of [source, other]) {
    await owner.query(
      `INSERT INTO ledger_postings (tenant_id, source_id, source_type, leg, slot_id, book_date, kind, debit_role, credit_role, amount, company_id,
         counter_company_id, occurred_at)
       SELECT $1, $2, 'statementLine', l.leg, s.slot_id, s.book_date, 'RECEIPT', l.debit, l.credit, l.amount, $3, l.counter, '2026-11-05T04:00:00Z'
       FROM open_slot($1, '2026-11-05', 'RECEIPT', NULL, NULL) s,
         (VALUES (1, 'BANK', 'UNCLAIMED', 70, NULL), (2, 'FUND', 'FUND', 30, $4::uuid)) l(leg, debit, credit, amount, counter)`,
      [tenantId, id, payer, receiver],
    );
  }
  await inTransaction(database, (tx) =>
    takeBackPostings(tx, {
      tenantId,
      source: 'statementLine',
      ids: sql`SELECT ${source}::uuid`,
      // Past midnight in Shanghai.
      at: new Date('2026-11-20T16:00:00Z'),
    }),
  );
  const { rows } = await owner.query({
    text: `SELECT leg::int, debit_role, credit_role, amount::int, company_id, counter_company_id, book_date::text
      FROM ledger_postings WHERE source_id = $1 ORDER BY leg`,
    values: [source],
    rowMode: 'array',
  });
  expect(rows).toEqual([
    [1, 'BANK', 'UNCLAIMED', 70, payer, null, '2026-11-05'],
    [2, 'FUND', 'FUND', 30, payer, receiver, '2026-11-05'],
    [5, 'UNCLAIMED', 'BANK', 70, payer, null, '2026-11-21'],
    [6, 'FUND', 'FUND', 30, receiver, payer, '2026-11-21'],
  ]);
  const kept = await owner.query('SELECT FROM ledger_postings WHERE source_id = $1', [other]);
  expect(kept.rowCount).toBe(2);
});
