import { connect } from '@xyxlx/database/connect';
import { openBooks } from '@xyxlx/database/open-books';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { liveBalances } from '../../../../../tests/support/live-balances.ts';
import {
  addressesOf,
  createTestDatabase,
  type TestDatabase,
} from '../../../../../tests/support/test-database.ts';
import { connectDatabase, type Database } from '../../platform/db/database.ts';

let template: TestDatabase;
let database: Database;
let owner: pg.Client;
const [tenant, other, company, branch] = Array.from({ length: 4 }, () => crypto.randomUUID()) as [
  string,
  string,
  string,
  string,
];

beforeAll(async () => {
  template = await createTestDatabase();
  database = connectDatabase(await addressesOf(template), 2, 5000);
  owner = await connect(template.url);
  await owner.query(`INSERT INTO tenants (id, code, name) VALUES ($1, 't', 't'), ($2, 'o', 'o')`, [
    tenant,
    other,
  ]);
  await owner.query(
    `INSERT INTO companies (id, tenant_id, name) SELECT c.id, t.id, c.name FROM tenants t, (VALUES ($1::uuid, 'a'), ($2, 'b')) c(id, name)`,
    [company, branch],
  );
  const [from, to] = [new Date('2026-09-10T00:00:00Z'), new Date('2026-11-23T00:00:00Z')];
  for (const tenantId of [tenant, other]) {
    await database.prisma.$transaction((tx) => openBooks(tx, { tenantId, from, to }));
  }
  // Two days of September, one of October, and two of November, of which the last is not sealed; the other tenant has the same.
  for (const id of [tenant, other]) {
    for (const [day, amount] of [
      ['2026-09-20', 1],
      ['2026-09-30', 10],
      ['2026-10-31', 100],
      ['2026-11-01', 1_000],
      ['2026-11-23', 10_000],
    ] as const) {
      await post(id, day, 'LIMIT', 'SETTLEMENT', amount, company);
      await post(id, day, 'FUND', 'FUND', 2 * amount, company, branch);
      if (day !== '2026-11-23') await seal(id, day);
    }
  }
});
afterAll(async () => {
  await owner.end();
  await database.close();
  await template.drop();
});

async function post(
  id: string,
  day: string,
  debit: string,
  credit: string,
  amount: number,
  of: string,
  counter: string | null = null,
) {
  await owner.query(
    `INSERT INTO ledger_postings (tenant_id, source_id, source_type, leg, slot_id, book_date, kind, debit_role, credit_role, amount, company_id,
       counter_company_id, occurred_at)
     SELECT $1, uuidv7(), 'consumption', 1, s.slot_id, s.book_date, 'CONSUME', $3, $4, $5, $6, $7, now() FROM open_slot($1, $2, 'CONSUME', NULL, NULL) s`,
    [id, day, debit, credit, amount, of, counter],
  );
}

/** As sealing does: what the day's slots come to is kept by role and company. */
async function seal(id: string, day: string): Promise<void> {
  await owner.query(
    `INSERT INTO ledger_days (tenant_id, book_date, role, company_id, debit, credit, rows)
     SELECT p.tenant_id, p.book_date, k.role, k.company_id, sum(k.debit), sum(k.credit), count(*) FROM ledger_postings p
     CROSS JOIN LATERAL (VALUES (p.debit_role, p.company_id, p.amount, 0), (p.credit_role, coalesce(p.counter_company_id, p.company_id), 0, p.amount))
       k(role, company_id, debit, credit)
     WHERE p.tenant_id = $1 AND p.book_date = $2 GROUP BY 1, 2, 3, 4`,
    [id, day],
  );
  await owner.query(`UPDATE ledger_slots SET state = 'SEALED' WHERE tenant_id = $1 AND book_date = $2`, [
    id,
    day,
  ]);
}

type Figures = [opening: number, debit: number, credit: number, closing: number];
async function balances(from: string, to: string, companyId?: string): Promise<Record<string, Figures>> {
  const rows = await liveBalances(database.pool, { tenantId: tenant, from, to, companyId });
  expect(rows.map(({ code }) => code)).toEqual(rows.map(({ code }) => code).sort());
  const moved = rows.filter(({ opening, debit, credit }) => opening !== 0 || debit !== 0 || credit !== 0);
  return Object.fromEntries(
    moved.map(({ code, opening, debit, credit, closing }) => [
      code,
      [opening, debit, credit, closing] satisfies Figures,
    ]),
  );
}
const [limit, settlement, fund] = ['2241.02', '2202.01', '2241.01'];

test('adds up sealed days and what is not sealed, before the span and in it, both its days included', async () => {
  expect(await balances('2026-09-30', '2026-11-01')).toEqual({
    [limit]: [-1, 1_110, 0, -1_111],
    [settlement]: [1, 0, 1_110, 1_111],
    [fund]: [0, 2_220, 2_220, 0],
  });
  expect((await balances('2026-09-01', '2026-11-23'))[settlement]).toEqual([0, 0, 11_111, 11_111]);
  expect((await balances('2026-11-24', '2026-11-24'))[settlement]).toEqual([11_111, 0, 0, 11_111]);
});

test('of one company has its side of what moved between two', async () => {
  expect(await balances('2026-09-01', '2026-11-23', branch)).toEqual({ [fund]: [0, 0, 22_222, 22_222] });
  expect((await balances('2026-09-01', '2026-11-23', company))[fund]).toEqual([0, 22_222, 0, -22_222]);
});

test('goes on from the snapshot of the last closed period before the span', async () => {
  const becomes = (state: string) =>
    owner.query(`UPDATE ledger_periods SET state = $2 WHERE tenant_id = $1 AND period = '2026-09'`, [
      tenant,
      state,
    ]);
  await becomes('CLOSING');
  // Not what the postings say: whoever reads them again is seen.
  await owner.query(
    `INSERT INTO ledger_snapshots (tenant_id, period, account_id, company_id, side, opening, debit, credit, closing)
     SELECT tenant_id, '2026-09', id, $2, side, 0, 0, 5, 5 FROM ledger_accounts WHERE tenant_id = $1 AND code IN ('2202.01', '4103')`,
    [tenant, company],
  );
  await becomes('CLOSED');
  expect(await balances('2026-10-01', '2026-11-30')).toEqual({
    [limit]: [0, 11_100, 0, -11_100],
    [settlement]: [5, 0, 11_100, 11_105],
    [fund]: [0, 22_200, 22_200, 0],
    '4103': [5, 0, 0, 5],
  });
  expect((await balances('2026-11-01', '2026-11-01', branch))['4103']).toBeUndefined();
  // The first day after it, sealed or not, is no part of it.
  await post(tenant, '2026-10-01', 'LIMIT', 'SETTLEMENT', 7, company);
  expect((await balances('2026-10-01', '2026-10-01'))[settlement]).toEqual([5, 0, 7, 12]);
  await seal(tenant, '2026-10-01');
  expect((await balances('2026-10-01', '2026-10-01'))[settlement]).toEqual([5, 0, 7, 12]);
  expect((await balances('2026-11-01', '2026-11-01'))[settlement]).toEqual([112, 0, 1_000, 1_112]);
  // Within the closed period there is none before it.
  expect((await balances('2026-09-01', '2026-09-30'))[settlement]).toEqual([0, 0, 11, 11]);
});
