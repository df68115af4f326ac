import { connect } from '@xyxlx/database/connect';
import { openBooks } from '@xyxlx/database/open-books';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addressesOf,
  createTestDatabase,
  type TestDatabase,
} from '../../../../../tests/support/test-database.ts';
import { refused, type Statement, tried } from '../../../../../tests/support/tried-by-sql.ts';
import { connectDatabase } from '../db/database.ts';

let database: TestDatabase;
/** As the service's role. */
let service: pg.Client;
const [tenant, maker, checker, poster] = Array.from({ length: 4 }, () => crypto.randomUUID());
/** What October has, which is closed, and what November has, which is not. */
const [source, slot, later, voucher, draft] = Array.from({ length: 5 }, () => crypto.randomUUID());
const account: Record<string, string> = {};

const newSlot = (id: string | undefined, day: string): Statement => [
  `INSERT INTO ledger_slots (tenant_id, id, book_date, period, kind) VALUES ($1, $2, $3::date, period_of($3::date), 'CONSUME')`,
  [tenant, id, day],
];
const posting = (leg: number, into: string | undefined, day: string): Statement => [
  `INSERT INTO ledger_postings (tenant_id, source_id, source_type, leg, slot_id, book_date, kind, debit_role, credit_role, amount, occurred_at)
   VALUES ($1, $2, 'consumption', $3, $4, $5, 'CONSUME', 'LIMIT', 'SETTLEMENT', 100, '2026-10-05T04:00:00Z')`,
  [tenant, source, leg, into, day],
];
const head = (id: string | undefined, day: string): Statement => [
  `INSERT INTO vouchers (tenant_id, id, period, word, date, kind, maker_id, maker_name) VALUES ($1, $2, period_of($3::date), '记', $3::date, 'MANUAL', $4, 'm')`,
  [tenant, id, day, maker],
];
const line = (of: string | undefined, no: number, code: string, debit: number): Statement => [
  `INSERT INTO voucher_lines (tenant_id, voucher_id, line_no, summary, account_id, debit, credit) VALUES ($1, $2, $3, 's', $4, $5, $6)`,
  [tenant, of, no, account[code], Math.max(debit, 0), Math.max(-debit, 0)],
];
const snapshot = (code: string): Statement => [
  `INSERT INTO ledger_snapshots (tenant_id, period, account_id, side, opening, debit, credit, closing) VALUES ($1, $2, $3, 'DEBIT', 0, 5, 0, 5)`,
  [tenant, '2026-10', account[code]],
];
const periodIs = (period: string, state: string): Statement => [
  'UPDATE ledger_periods SET state = $3 WHERE tenant_id = $1 AND period = $2',
  [tenant, period, state],
];

beforeAll(async () => {
  database = await createTestDatabase();
  const owner = await connect(database.url);
  await owner.query(`INSERT INTO tenants (id, code, name) VALUES ($1, 't', 't')`, [tenant]);
  await owner.end();
  const addresses = await addressesOf(database);
  const opened = connectDatabase(addresses, 2, 5000);
  const [from, to] = [new Date('2026-08-31T16:00:00Z'), new Date('2026-11-23T00:00:00Z')];
  await opened.prisma.$transaction((tx) => openBooks(tx, { tenantId: tenant as string, from, to }));
  await opened.close();
  service = await connect(addresses.service);
  const { rows } = await service.query('SELECT id, code FROM ledger_accounts WHERE tenant_id = $1', [tenant]);
  for (const { id, code } of rows) account[code] = id;
  const approved = `state = 'APPROVED', number = 1, approved_by_id = '${checker}'`;
  const statements: Statement[] = [
    ...[newSlot(slot, '2026-10-05'), posting(1, slot, '2026-10-05')],
    [`UPDATE ledger_slots SET state = 'SEALED' WHERE id = $1`, [slot]],
    ...[newSlot(later, '2026-11-05'), posting(2, later, '2026-11-05')],
    ...[head(voucher, '2026-10-05'), line(voucher, 1, '1001', 5), line(voucher, 2, '6602', -5)],
    ...[head(draft, '2026-11-05'), line(draft, 1, '1001', 5), line(draft, 2, '6602', -5)],
    [`UPDATE vouchers SET ${approved} WHERE id = $1`, [voucher]],
    [`UPDATE vouchers SET state = 'POSTED', posted_by_id = $2 WHERE id = $1`, [voucher, poster]],
    [
      `INSERT INTO voucher_counters (tenant_id, period, word, last) VALUES ($1, '2026-10', '记', 1)`,
      [tenant],
    ],
    ...[periodIs('2026-09', 'CLOSING'), periodIs('2026-09', 'CLOSED')],
    ...[periodIs('2026-10', 'CLOSING'), snapshot('1001'), periodIs('2026-10', 'CLOSED')],
  ];
  await service.query('BEGIN');
  for (const one of statements) await service.query(...(one as [string, unknown[]]));
  await service.query('COMMIT');
});
afterAll(async () => {
  await service.end();
  await database.drop();
});

/** Of a row by its id. */
const of = (table: string, set: string, id: string | undefined): Statement => [
  `UPDATE ${table} SET ${set} WHERE id = $1`,
  [id],
];
const lineOf = (set: string): Statement => [
  `UPDATE voucher_lines SET ${set} WHERE voucher_id = $1 AND line_no = 1`,
  [voucher],
];

test.each<[what: string, rule: RegExp, statement: () => Statement]>([
  ['posting in its slot', /refuse_sealed_slot/, () => posting(3, slot, '2026-10-05')],
  ['posting of its day in a later slot', /foreign key/, () => posting(3, later, '2026-10-05')],
  ['slot of its day', /refuse_slot_of_closed_period/, () => newSlot(crypto.randomUUID(), '2026-10-31')],
  ['voucher', /refuse_voucher_of_closed_period/, () => head(crypto.randomUUID(), '2026-10-31')],
  ['line more of its voucher', /refuse_other_voucher_line/, () => line(voucher, 3, '1001', 1)],
  ['snapshot of it', /refuse_other_snapshot: 2026-10 is CLOSED/, () => snapshot('6602')],
  [
    'month before the first',
    /refuse_other_period/,
    () => [`INSERT INTO ledger_periods (tenant_id, period) VALUES ($1, '2026-08')`, [tenant]],
  ],
])('by the service’s role a closed month gets no %s', async (_, rule, statement) => {
  await refused(service, rule, statement());
});

test.each<[what: string, rule: RegExp, statement: () => Statement]>([
  [
    'the amount of a posting',
    /permission denied/,
    () => ['UPDATE ledger_postings SET amount = 1 WHERE source_id = $1', [source]],
  ],
  ['its slot, which opens again', /refuse_other_slot/, () => of('ledger_slots', `state = 'OPEN'`, slot)],
  ['its voucher’s papers', /refuse_other_voucher/, () => of('vouchers', 'attachment_count = 2', voucher)],
  [
    'its voucher’s state',
    /refuse_voucher_of_closed_period/,
    () => of('vouchers', `state = 'APPROVED'`, voucher),
  ],
  ['a line’s amount', /refuse_other_voucher_line/, () => lineOf('debit = 6')],
  ['a line’s account', /refuse_other_voucher_line/, () => lineOf(`account_id = '${account['1012']}'`)],
  ['its snapshot', /append-only/, () => 'UPDATE ledger_snapshots SET opening = 1, closing = 6'],
  ['its last number', /only grows/, () => 'UPDATE voucher_counters SET last = last - 1'],
])('by the service’s role of a closed month %s does not change', async (_, rule, statement) => {
  await refused(service, rule, statement());
});

test.each<[what: string, rule: RegExp]>([
  ['ledger_postings', /permission denied/],
  ['ledger_slots', /refuse_other_slot/],
  ['vouchers', /refuse_kept_voucher/],
  ['voucher_lines', /refuse_other_voucher_line/],
  ['ledger_snapshots', /refuse_other_snapshot: 2026-10 is CLOSED/],
  ['voucher_counters', /permission denied/],
  ['ledger_periods', /permission denied/],
])(
  'by the service’s role nothing of a closed month goes from %s, row by row or all at once',
  async (table, rule) => {
    await refused(service, rule, `DELETE FROM ${table}`);
    await refused(service, /permission denied/, `TRUNCATE ${table} CASCADE`);
  },
);

test.each<[what: string, rule: RegExp, statement: () => Statement]>([
  [
    'a later posting into it',
    /permission denied/,
    () => [
      `UPDATE ledger_postings SET slot_id = $2, book_date = '2026-10-05' WHERE source_id = $1 AND leg = 2`,
      [source, slot],
    ],
  ],
  [
    'a later slot into it',
    /refuse_other_slot/,
    () => of('ledger_slots', `book_date = '2026-10-31', period = '2026-10'`, later),
  ],
  [
    'a later voucher into it',
    /refuse_voucher_of_closed_period/,
    () => of('vouchers', `date = '2026-10-31', period = '2026-10'`, draft),
  ],
  [
    'its voucher into a later one',
    /refuse_other_voucher/,
    () => of('vouchers', `date = '2026-11-05', period = '2026-11'`, voucher),
  ],
  [
    'its line to a voucher of a later one',
    /refuse_moved_voucher_line/,
    () => lineOf(`voucher_id = '${draft}', line_no = 9`),
  ],
  [
    'a line of a later one to its voucher',
    /refuse_moved_voucher_line/,
    () => [
      'UPDATE voucher_lines SET voucher_id = $1, line_no = 9 WHERE voucher_id = $2 AND line_no = 1',
      [voucher, draft],
    ],
  ],
  [
    'its line to another day',
    /voucher_lines_tenant_id_date_voucher_id_fkey|refuse_other_voucher_line/,
    () => lineOf(`date = '2026-11-05'`),
  ],
  ['its snapshot to another month', /append-only/, () => `UPDATE ledger_snapshots SET period = '2026-09'`],
])('by the service’s role a closed month has nothing moved: %s', async (_, rule, statement) => {
  await refused(service, rule, statement());
});

test('by the service’s role its state goes back for the last closed month alone, and to open', async () => {
  await refused(service, /does not become CLOSING/, periodIs('2026-10', 'CLOSING'));
  await refused(service, /last to open again/, periodIs('2026-09', 'OPEN'));
  await refused(service, /refuse_other_period/, [
    `UPDATE ledger_periods SET period = '2026-12' WHERE tenant_id = $1 AND period = '2026-10'`,
    [tenant],
  ]);
  await tried(service, periodIs('2026-10', 'OPEN'), 'DELETE FROM ledger_snapshots');
});

test('by the service’s role the rules stay in force', async () => {
  await refused(service, /permission denied/, `SET session_replication_role = 'replica'`);
  for (const table of [
    'ledger_postings',
    'ledger_slots',
    'vouchers',
    'voucher_lines',
    'ledger_snapshots',
    'ledger_periods',
  ]) {
    await refused(service, /must be owner/, `ALTER TABLE ${table} DISABLE TRIGGER ALL`);
  }
  for (const role of ['none', 'postgres']) {
    await refused(
      service,
      /permission denied|does not exist|append-only/,
      `SET LOCAL ROLE ${role}`,
      'DELETE FROM ledger_postings',
    );
  }
});

test('what is refused in a closed month is taken in an open one', async () => {
  await tried(service, posting(3, later, '2026-11-05'));
  await tried(service, newSlot(crypto.randomUUID(), '2026-11-06'));
  const id = crypto.randomUUID();
  await tried(service, head(id, '2026-11-06'), line(id, 1, '1001', 5), line(id, 2, '6602', -5));
  await tried(service, [
    'UPDATE voucher_lines SET debit = debit * 2, credit = credit * 2 WHERE voucher_id = $1',
    [draft],
  ]);
  const { rowCount } = await tried(service, ['DELETE FROM vouchers WHERE id = $1', [draft]]);
  expect(rowCount).toBe(1);
  // A voucher of a closed month is still taken back, by one of an open month.
  await tried(service, of('vouchers', `state = 'REVERSED'`, voucher));
});
