import { defaultChart } from '@xyxlx/contracts/ledger-roles';
import { connect } from '@xyxlx/database/connect';
import { openBooks } from '@xyxlx/database/open-books';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../../../../tests/support/eventually.ts';
import {
  addressesOf,
  createTestDatabase,
  type TestDatabase,
} from '../../../../../tests/support/test-database.ts';
import {
  refused as refusedTo,
  type Statement,
  tried as triedBy,
} from '../../../../../tests/support/tried-by-sql.ts';
import { connectDatabase } from '../db/database.ts';

let database: TestDatabase;
let service: pg.Client;
let other: pg.Client;
const tenant = crypto.randomUUID();
const [maker, checker, poster] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
const [company, branch] = [crypto.randomUUID(), crypto.randomUUID()];
const account: Record<string, string> = {};

beforeAll(async () => {
  database = await createTestDatabase();
  const owner = await connect(database.url);
  await owner.query(`INSERT INTO tenants (id, code, name) VALUES ($1, 't', 't')`, [tenant]);
  await owner.query(`INSERT INTO companies (id, tenant_id, name) VALUES ($1, $3, 'a'), ($2, $3, 'b')`, [
    company,
    branch,
    tenant,
  ]);
  await owner.end();
  const addresses = await addressesOf(database);
  const opened = connectDatabase(addresses, 2, 5000);
  await opened.prisma.$transaction((tx) =>
    openBooks(tx, {
      tenantId: tenant,
      from: new Date('2026-09-30T16:00:00Z'),
      to: new Date('2026-11-23T00:00:00Z'),
    }),
  );
  await opened.close();
  service = await connect(addresses.service);
  other = await connect(addresses.service);
  const { rows } = await service.query('SELECT id, code FROM ledger_accounts WHERE tenant_id = $1', [tenant]);
  for (const { id, code } of rows) account[code] = id;
});
afterAll(async () => {
  await service.end();
  await other.end();
  await database.drop();
});

// As the service's role.
const tried = (...statements: Statement[]) => triedBy(service, ...statements);
const refused = (rule: RegExp, ...statements: Statement[]) => refusedTo(service, rule, ...statements);

const slot = crypto.randomUUID();
const newSlot = (
  set: { id?: string; day?: string; kind?: string; doc?: string; part?: number; state?: string } = {},
): Statement => [
  `INSERT INTO ledger_slots (tenant_id, id, book_date, period, kind, doc_type, doc_id, part, state)
   VALUES ($1, $2, $3::date, period_of($3::date), $4, $5, $6, $7, $8)`,
  [
    tenant,
    set.id ?? slot,
    set.day ?? '2026-11-21',
    set.kind ?? 'CONSUME',
    set.doc ? 'topUp' : null,
    set.doc,
    set.part ?? 1,
    set.state ?? 'OPEN',
  ],
];
const seal: Statement = [
  `UPDATE ledger_slots SET state = 'SEALED' WHERE tenant_id = $1 AND id = $2`,
  [tenant, slot],
];
const source = crypto.randomUUID();
const posting = (set: Record<string, unknown> = {}): Statement => {
  const row = {
    tenant_id: tenant,
    source_id: source,
    source_type: 'consumption',
    leg: 1,
    slot_id: slot,
    book_date: '2026-11-21',
    kind: 'CONSUME',
    debit_role: 'LIMIT',
    credit_role: 'SETTLEMENT',
    amount: 100,
    occurred_at: '2026-11-21T04:00:00Z',
    ...set,
  };
  const names = Object.keys(row);
  return [
    `INSERT INTO ledger_postings (${names}) VALUES (${names.map((_, n) => `$${n + 1}`)})`,
    Object.values(row),
  ];
};
const periodIs = (period: string, ...states: string[]): Statement[] =>
  states.map((state) => [
    'UPDATE ledger_periods SET state = $3 WHERE tenant_id = $1 AND period = $2',
    [tenant, period, state],
  ]);
const closed = (period: string) => periodIs(period, 'CLOSING', 'CLOSED');

describe('postings', () => {
  test('are kept as they are', async () => {
    await tried(newSlot(), posting());
    for (const change of [
      'UPDATE ledger_postings SET amount = 2',
      'DELETE FROM ledger_postings',
      'TRUNCATE ledger_postings',
    ]) {
      await refused(/permission denied/, newSlot(), posting(), change);
    }
    const owner = await connect(database.url);
    await owner.query('BEGIN');
    for (const one of [newSlot(), posting()]) await owner.query(...(one as [string, unknown[]]));
    await expect(owner.query('DELETE FROM ledger_postings')).rejects.toThrow('append-only');
    await owner.end();
  });
  test('have an amount, one leg of eight, once a source', async () => {
    for (const amount of [0, -1]) await refused(/ledger_postings_amount/, newSlot(), posting({ amount }));
    for (const leg of [0, 9]) await refused(/ledger_postings_leg/, newSlot(), posting({ leg }));
    await refused(/ledger_postings_first_pkey/, newSlot(), posting(), posting({ kind: 'REFUND' }));
    await tried(newSlot(), posting(), posting({ leg: 8 }), posting({ source_type: 'cardFlow' }));
  });
  test('have two sides, unless they are of two cards or of two companies', async () => {
    const same = { debit_role: 'FUND', credit_role: 'FUND' };
    await refused(/two_sides/, newSlot(), posting(same));
    await refused(
      /two_sides/,
      newSlot(),
      posting({ ...same, company_id: company, counter_company_id: company }),
    );
    await refused(/two_sides/, newSlot(), posting({ ...same, company_id: company }));
    await tried(newSlot(), posting({ ...same, company_id: company, counter_company_id: branch }));
    await tried(
      newSlot(),
      posting({ debit_role: 'CARD', credit_role: 'CARD', card_id: maker, counter_card_id: checker }),
    );
  });
  test('name kinds and roles that there are', async () => {
    await refused(/kind_values/, newSlot(), posting({ kind: 'CLOSE' }));
    await refused(/debit_role_values/, newSlot(), posting({ debit_role: 'CASH' }));
    await refused(/credit_role_values/, newSlot(), posting({ credit_role: 'CASH' }));
    await refused(/source_type_values/, newSlot(), posting({ source_type: 'guess' }));
  });
  test('go into an open slot, with its day', async () => {
    await refused(/refuse_sealed_slot/, newSlot(), posting(), seal, posting({ leg: 2 }));
    await refused(/foreign key/, newSlot(), posting({ book_date: '2026-11-22' }));
    await refused(
      /refuse_closing_with_open_slot/,
      newSlot({ day: '2026-10-05' }),
      posting({ book_date: '2026-10-05' }),
      ...closed('2026-10'),
    );
    // One wrong slot of several refuses all.
    const open = crypto.randomUUID();
    await refused(/refuse_sealed_slot/, newSlot(), seal, newSlot({ id: open, day: '2026-11-22' }), [
      `INSERT INTO ledger_postings (tenant_id, source_id, source_type, leg, slot_id, book_date, kind, debit_role, credit_role, amount, occurred_at)
       SELECT $1, $2, 'consumption', n, s, d, 'CONSUME', 'LIMIT', 'SETTLEMENT', 1, now()
       FROM (VALUES (1, $3::uuid, date '2026-11-22'), (2, $4::uuid, date '2026-11-21')) v(n, s, d)`,
      [tenant, source, open, slot],
    ]);
  });
  test('hold off whoever seals their slot until they are written', async () => {
    await service.query(...(newSlot() as [string, unknown[]]));
    await service.query('BEGIN');
    await service.query(...(posting() as [string, unknown[]]));
    await other.query(`BEGIN; SET LOCAL lock_timeout = '50ms'`);
    await expect(
      other.query('SELECT FROM ledger_slots WHERE tenant_id = $1 AND id = $2 FOR UPDATE', [tenant, slot]),
    ).rejects.toThrow(/lock timeout/);
    await other.query('ROLLBACK');
    await service.query('ROLLBACK');
    await service.query('DELETE FROM ledger_slots WHERE tenant_id = $1', [tenant]);
  });
});

describe('slots', () => {
  test('are one a day, kind, document and part, and one of them is open', async () => {
    const doc = crypto.randomUUID();
    const more = { id: crypto.randomUUID(), part: 2 };
    await refused(/ledger_slots_one_open/, newSlot(), newSlot(more));
    await refused(/ledger_slots_one_open/, newSlot({ doc }), newSlot({ ...more, doc }));
    await refused(/ledger_slots_parts/, newSlot(), seal, newSlot({ id: more.id }));
    await tried(newSlot(), seal, newSlot(more), newSlot({ id: crypto.randomUUID(), doc }));
  });
  test('are sealed once, as they were made, and go only while nothing is in them', async () => {
    const is = (set: string): Statement => [
      `UPDATE ledger_slots SET ${set} WHERE tenant_id = $1 AND id = $2`,
      [tenant, slot],
    ];
    await refused(/refuse_other_slot/, newSlot(), seal, is(`state = 'OPEN'`));
    await refused(/refuse_other_slot/, newSlot(), is(`kind = 'REFUND'`));
    await refused(/refuse_other_slot/, newSlot(), seal, 'DELETE FROM ledger_slots');
    await refused(/foreign key|violates RESTRICT/, newSlot(), posting(), 'DELETE FROM ledger_slots');
    await tried(newSlot(), 'DELETE FROM ledger_slots');
  });
  test('are of an open period, their own', async () => {
    await refused(
      /refuse_slot_of_closed_period/,
      ...periodIs('2026-10', 'CLOSING'),
      newSlot({ day: '2026-10-05' }),
    );
    await refused(/within_period/, [
      `INSERT INTO ledger_slots (tenant_id, book_date, period, kind) VALUES ($1, '2026-10-31', '2026-11', 'FEE')`,
      [tenant],
    ]);
    await refused(/foreign key/, newSlot({ day: '2026-12-01' }));
    await refused(/ledger_slots_document/, [
      `INSERT INTO ledger_slots (tenant_id, book_date, period, kind, doc_id) VALUES ($1, '2026-11-01', '2026-11', 'FEE', $1)`,
      [tenant],
    ]);
  });
  /** Twice: a statement does not see the slot that it makes itself. */
  const openSlot = (day: string, doc: string | null = null): Statement[] => {
    const one: Statement = [
      `SELECT o.slot_id, o.book_date::text AS day, s.part, s.period FROM open_slot($1, $2, 'CONSUME', $4, $3) o JOIN ledger_slots s ON s.id = o.slot_id`,
      [tenant, day, doc, doc && 'topUp'],
    ];
    return [one, one];
  };
  test('open_slot answers the same slot until it is sealed, and then its next part', async () => {
    const [one] = (await tried(...openSlot('2026-11-21'))).rows;
    expect(one).toMatchObject({ day: '2026-11-21', part: 1, period: '2026-11' });
    const twice = await tried(newSlot(), ...openSlot('2026-11-21'));
    expect(twice.rows[0].slot_id).toBe(slot);
    const next = await tried(newSlot(), seal, ...openSlot('2026-11-21'));
    expect(next.rows[0]).toMatchObject({ day: '2026-11-21', part: 2 });
    const doc = crypto.randomUUID();
    const ofDocument = await tried(newSlot(), ...openSlot('2026-11-21', doc));
    expect(ofDocument.rows[0].slot_id).not.toBe(slot);
    expect((await tried(newSlot({ doc }), ...openSlot('2026-11-21', doc))).rows[0].slot_id).toBe(slot);
  });
  test('open_slot leads from a closing or closed period to the first day of the earliest open one', async () => {
    const first = { day: '2026-11-01', period: '2026-11', part: 1 };
    const inOctober = newSlot({ day: '2026-10-31' });
    expect(
      (await tried(inOctober, ...periodIs('2026-10', 'CLOSING'), ...openSlot('2026-10-31'))).rows[0],
    ).toMatchObject(first);
    expect((await tried(...closed('2026-10'), ...openSlot('2026-10-31'))).rows[0]).toMatchObject(first);
    // Before the books began, and after all that is closed.
    expect((await tried(...openSlot('2026-09-30'))).rows[0]).toMatchObject({ day: '2026-10-01' });
    const all = [...closed('2026-10'), ...closed('2026-11')];
    expect((await tried(...all, ...openSlot('2026-11-21'))).rows[0]).toMatchObject({
      day: '2026-12-01',
      period: '2026-12',
    });
    expect((await tried(...openSlot('2027-02-28'))).rows[0]).toMatchObject({
      day: '2027-02-28',
      period: '2027-02',
    });
  });
});

test('of two who open the first slot after months without any, each is answered with the same', async () => {
  const idle = crypto.randomUUID();
  const owner = await connect(database.url);
  await owner.query(`INSERT INTO tenants (id, code, name) VALUES ($1, 'idle', 'idle')`, [idle]);
  await owner.query(`INSERT INTO ledger_periods (tenant_id, period) VALUES ($1, '2026-11')`, [idle]);
  const open = (client: pg.Client) =>
    client.query(`SELECT slot_id FROM open_slot($1, '2027-03-05', 'CONSUME', NULL, NULL)`, [idle]);
  await service.query('BEGIN');
  const first = await open(service);
  const { rows } = await other.query('SELECT pg_backend_pid() AS pid');
  const second = open(other);
  await eventually(async () => {
    const waits = await owner.query(
      `SELECT 1 FROM pg_stat_activity WHERE pid = $1 AND wait_event_type = 'Lock'`,
      [rows[0].pid],
    );
    expect(waits.rowCount).toBe(1);
  });
  await service.query('COMMIT');
  expect((await second).rows).toEqual(first.rows);
  const periods = await owner.query('SELECT period FROM ledger_periods WHERE tenant_id = $1 ORDER BY 1', [
    idle,
  ]);
  expect(periods.rows.map(({ period }) => period)).toEqual([
    ...['2026-11', '2026-12', '2027-01', '2027-02', '2027-03'],
  ]);
  await owner.end();
});

test('days add up to something, once a role and company', async () => {
  const day = (values: string): Statement => [
    `INSERT INTO ledger_days (tenant_id, book_date, role, company_id, debit, credit, rows) VALUES ($1, '2026-11-21', 'FUND', NULL, ${values})`,
    [tenant],
  ];
  await refused(/ledger_days_once/, day('1, 0, 1'), day('2, 0, 1'));
  await refused(/ledger_days_figures/, day('-1, 0, 1'));
  await refused(/ledger_days_figures/, day('1, 0, 0'));
});

describe('settings', () => {
  const change = crypto.randomUUID();
  const insert = (
    given: { bps?: number; share?: string; style?: string; from?: string; change?: string | null } = {},
  ): Statement => [
    `INSERT INTO ledger_settings (tenant_id, valid_from, personal_share, vat_bps, voucher_style, change_id) VALUES ($1, $2, $3, $4, $5, $6)`,
    [
      tenant,
      given.from ?? '2026-11-01Z',
      given.share ?? 'THROUGH_US',
      given.bps ?? 900,
      given.style ?? 'THREE',
      given.change === undefined ? change : given.change,
    ],
  ];
  const submitted = (after: object, type = 'ledgerSetting', id = change): Statement[] => [
    [
      `INSERT INTO approvals (tenant_id, id, subject_type, subject_id, subject_label, maker_id, maker_name, maker_ids) VALUES ($1, $2, $3, $1, 's', $4, 'm', ARRAY[$4::uuid])`,
      [tenant, id, type, maker],
    ],
    [
      `INSERT INTO record_changes (tenant_id, approval_id, before, after) VALUES ($1, $2, '{}', $3)`,
      [tenant, id, JSON.stringify(after)],
    ],
  ];
  const approved = (after: object, type?: string, id = change): Statement[] => [
    ...submitted(after, type, id),
    [
      `UPDATE approvals SET state = 'APPROVED', checker_id = $3, checker_name = 'c', decided_at = now() WHERE tenant_id = $1 AND id = $2`,
      [tenant, id, checker],
    ],
  ];
  const applied: Statement = [
    'UPDATE record_changes SET applied_at = now() WHERE tenant_id = $1 AND approval_id = $2',
    [tenant, change],
  ];
  const all = { personalShare: 'THROUGH_US', vatBps: '900', voucherStyle: 'THREE' };

  test('are kept as they are, with a tax from 0 to 13%', async () => {
    await refused(/vat_bps/, ...approved({ ...all, vatBps: '1301' }), insert({ bps: 1301 }));
    await refused(/permission denied/, ...approved(all), insert(), 'UPDATE ledger_settings SET vat_bps = 1');
    const at = (when: string): Statement => [`SELECT * FROM ledger_setting_at($1, $2)`, [tenant, when]];
    expect((await tried(...approved(all), insert(), at('2026-10-31T23:59:59.999Z'))).rows).toEqual([
      { personal_share: 'DIRECT', vat_bps: 600, voucher_style: 'ONE' },
    ]);
    expect((await tried(...approved(all), insert(), at('2026-11-01Z'))).rows).toEqual([
      { personal_share: 'THROUGH_US', vat_bps: 900, voucher_style: 'THREE' },
    ]);
  });

  test('change only as approved, once, and never before a change that was made', async () => {
    const rule = /refuse_unapproved_setting/;
    await refused(rule, insert({ change: null }));
    await refused(rule, ...submitted(all), insert());
    await refused(rule, ...approved(all, 'chartChange'), insert());
    await refused(rule, ...approved(all), insert({ bps: 901 }));
    await refused(rule, ...approved({ vatBps: '900' }), insert());
    await refused(rule, ...approved(all), insert({ bps: 600 }));
    await refused(rule, ...approved(all), applied, insert());
    await refused(rule, ...approved(all), insert(), insert({ from: '2026-11-02Z' }));
    // Only what changes is approved.
    const more = crypto.randomUUID();
    const next = [...approved(all), insert(), applied, ...approved({ vatBps: '0' }, undefined, more)];
    await tried(...next, insert({ bps: 0, change: more, from: '2026-11-02Z' }));
    await refused(rule, ...next, insert({ bps: 0, change: more, from: '2026-10-31Z' }));
  });
});

test.each([
  [600_000, 600, 33_962],
  [51_200, 600, 2_898],
  [106_000, 600, 6_000],
  // Exactly half a fen, and on either side of it.
  [201, 50, 1],
  [202, 50, 1],
  [100, 50, 0],
  [9, 600, 1],
  [8, 600, 0],
  [100, 0, 0],
])('%i fen with %i hundredths of a percent hold a tax of %i', async (amount, bps, tax) => {
  const { rows } = await service.query('SELECT tax_within($1, $2)::int AS tax', [amount, bps]);
  expect(rows).toEqual([{ tax }]);
});

describe('accounts', () => {
  const add = (code: string, parent: string | null = null, more = ''): Statement => [
    `INSERT INTO ledger_accounts (tenant_id, code, name, parent_id, side${more && ', role'}) VALUES ($1, $2, 'n', $3, 'DEBIT'${more && `, '${more}'`})`,
    [tenant, code, parent],
  ];
  const change = (code: string, set: string): Statement => [
    `UPDATE ledger_accounts SET ${set} WHERE tenant_id = $1 AND code = $2`,
    [tenant, code],
  ];
  test('a new tenant has the default chart, leaf by leaf', async () => {
    const { rows } = await service.query(
      `SELECT a.code, a.name, a.side, a.role FROM ledger_accounts a LEFT JOIN ledger_accounts p ON p.tenant_id = a.tenant_id AND p.id = a.parent_id
       WHERE a.tenant_id = $1 AND p.code IS NOT DISTINCT FROM CASE WHEN length(a.code) > 4 THEN left(a.code, -3) END ORDER BY a.code`,
      [tenant],
    );
    expect(rows).toHaveLength(34);
    expect(rows).toEqual(defaultChart.map((row) => ({ ...row })));
  });
  test('have a code of four digits and pairs below their parent’s, once', async () => {
    for (const code of ['100', '10011', '1001.1', '1001.01.01.01.01', 'abcd'])
      await refused(/ledger_accounts_code|is not below/, add(code));
    await refused(/ledger_accounts_tenant_id_code_key/, add('1001'));
    await refused(/ledger_accounts_code/, add('1001.01'));
    await refused(/is not below/, add('1003.01', account['1001']));
    await tried(add('1001.01', account['1001']));
  });
  test('have a role only as leaves, once a tenant, and while they are enabled', async () => {
    await refused(/stays a leaf/, add('1002.01.01', account['1002.01']));
    await refused(/takes no role/, change('1002', `role = 'BANK'`));
    await refused(/ledger_accounts_tenant_id_role_key/, change('1001', `role = 'BANK'`));
    await refused(/role_enabled/, change('1002.01', 'enabled = false'));
    await tried(change('1002.01', 'role = NULL'), change('1001', `role = 'BANK'`));
  });
  test('that are used keep their code and side, stay leaves, and stay', async () => {
    await tried(change('1001', `code = '1003', side = 'CREDIT'`));
    await refused(/is in use/, ...voucher(), change('1001', `code = '1003'`));
    await refused(/is in use/, ...voucher(), change('1001', `side = 'CREDIT'`));
    await refused(/stays a leaf/, ...voucher(), add('1001.01', account['1001']));
    await refused(/foreign key|violates RESTRICT/, ...voucher(), [
      `DELETE FROM ledger_accounts WHERE tenant_id = $1 AND code = '1001'`,
      [tenant],
    ]);
    await refused(/is in use/, change('1002', `code = '1009'`));
    await refused(/account_with_role/, [
      `DELETE FROM ledger_accounts WHERE tenant_id = $1 AND code = '1002.01'`,
      [tenant],
    ]);
  });
});

describe('periods', () => {
  test('follow each other', async () => {
    const add = (period: string): Statement => [
      'INSERT INTO ledger_periods (tenant_id, period) VALUES ($1, $2)',
      [tenant, period],
    ];
    await tried(add('2026-12'), add('2027-01'));
    for (const period of ['2026-09', '2027-01']) await refused(/refuse_other_period/, add(period));
    await refused(/ledger_periods_month|refuse_other_period/, add('2026-13'));
    await refused(/permission denied/, 'DELETE FROM ledger_periods');
  });
  test('close one at a time in their order, and the last one opens again', async () => {
    await tried(
      ...closed('2026-10'),
      ...closed('2026-11'),
      ...periodIs('2026-11', 'OPEN'),
      ...periodIs('2026-10', 'OPEN'),
    );
    await refused(/refuse_other_period/, ...periodIs('2026-10', 'CLOSED'));
    await refused(/not the next to close/, ...periodIs('2026-11', 'CLOSING'));
    await refused(
      /not the next to close|one_closing/,
      ...periodIs('2026-10', 'CLOSING'),
      ...periodIs('2026-11', 'CLOSING'),
    );
    await refused(/last to open/, ...closed('2026-10'), ...closed('2026-11'), ...periodIs('2026-10', 'OPEN'));
  });
});

const head = (set: Record<string, unknown> = {}): Statement => {
  const row = {
    tenant_id: tenant,
    id: source,
    period: '2026-11',
    word: '记',
    date: '2026-11-21',
    kind: 'MANUAL',
    maker_id: maker,
    maker_name: 'm',
    ...set,
  };
  const names = Object.keys(row);
  return [`INSERT INTO vouchers (${names}) VALUES (${names.map((_, n) => `$${n + 1}`)})`, Object.values(row)];
};
const line = (no: number, code: string, debit: number, credit: number, of: string = source): Statement => [
  `INSERT INTO voucher_lines (tenant_id, voucher_id, line_no, summary, account_id, debit, credit) VALUES ($1, $2, $3, 's', $4, $5, $6)`,
  [tenant, of, no, account[code], debit, credit],
];
const voucher = (set: Record<string, unknown> = {}): Statement[] => [
  head(set),
  line(1, '1001', 100, 0, (set.id as string) ?? source),
  line(2, '6602', 0, 100, (set.id as string) ?? source),
];
const now = (set: string, id = source): Statement => [
  `UPDATE vouchers SET ${set} WHERE tenant_id = $1 AND id = $2`,
  [tenant, id],
];
const approve = now(`state = 'APPROVED', number = 1, approved_by_id = '${checker}'`);
const post = now(`state = 'POSTED', posted_by_id = '${poster}'`);
const reverse = now(`state = 'REVERSED'`);

describe('vouchers', () => {
  test('a line has the day of its voucher, and no other', async () => {
    await tried(...voucher(), [
      `SELECT 1 / (count(*) FILTER (WHERE date = '2026-11-21') = 2)::int FROM voucher_lines WHERE tenant_id = $1 AND voucher_id = $2`,
      [tenant, source],
    ]);
    await refused(/voucher_lines_tenant_id_date_voucher_id_fkey/, ...voucher(), [
      `UPDATE voucher_lines SET date = '2026-11-22' WHERE tenant_id = $1 AND voucher_id = $2`,
      [tenant, source],
    ]);
    await refused(/voucher_lines_tenant_id_date_voucher_id_fkey/, ...voucher(), now(`date = '2026-11-22'`));
  });

  test('go from draft to posted and, taken back, to reversed', async () => {
    await tried(
      ...voucher(),
      now(`state = 'PENDING'`),
      now(`state = 'DRAFT'`),
      now(`state = 'PENDING'`),
      approve,
      post,
      reverse,
    );
    await refused(
      /refuse_other_voucher/,
      ...voucher(),
      now(`state = 'POSTED', number = 1, approved_by_id = '${checker}', posted_by_id = '${poster}'`),
    );
    await refused(
      /refuse_other_voucher/,
      ...voucher(),
      approve,
      now(`state = 'DRAFT', number = NULL, approved_by_id = NULL`),
    );
    await refused(/refuse_other_voucher/, ...voucher(), approve, post, reverse, now(`state = 'POSTED'`));
  });
  test('once posted stay as they are', async () => {
    for (const set of [
      `date = '2026-11-20'`,
      `word = '转'`,
      'number = 2',
      'attachment_count = 1',
      `updated_by = 'x'`,
    ]) {
      await refused(/refuse_other_voucher/, ...voucher(), approve, post, now(set));
    }
    await refused(/refuse_kept_voucher/, ...voucher(), approve, post, 'DELETE FROM vouchers');
    await tried(...voucher(), 'DELETE FROM vouchers');
  });
  test('have a number exactly from their approval on, once a period and word', async () => {
    await refused(/vouchers_number/, ...voucher({ number: 1 }));
    await refused(/vouchers_number/, ...voucher(), now(`state = 'APPROVED', approved_by_id = '${checker}'`));
    const id = crypto.randomUUID();
    const second = now(`state = 'APPROVED', number = 1, approved_by_id = '${checker}'`, id);
    await refused(/period_word_number_key/, ...voucher(), approve, ...voucher({ id }), second);
    await tried(...voucher(), approve, ...voucher({ id, word: '转' }), second);
  });
  test('are approved and posted by others than their maker', async () => {
    await refused(/maker_is_no_checker/, ...voucher({ maker_id: checker }), approve);
    await refused(/maker_is_no_checker/, ...voucher({ maker_id: poster }), approve, post);
    await refused(/vouchers_approved/, ...voucher(), now(`state = 'APPROVED', number = 1`));
    await refused(/vouchers_posted/, ...voucher(), approve, now(`state = 'POSTED'`));
  });
  test('are of their date’s period', () => refused(/within_period/, ...voucher({ date: '2026-10-31' })));
  test('of the service have a slot, one a slot that is not reversed', async () => {
    const of = { kind: 'SYSTEM', slot_id: slot, maker_id: null };
    const again = { ...of, id: crypto.randomUUID() };
    await refused(/vouchers_of_slot/, ...voucher({ kind: 'SYSTEM' }));
    await refused(/vouchers_of_slot/, newSlot(), ...voucher({ slot_id: slot }));
    await refused(/vouchers_one_a_slot/, newSlot(), ...voucher(of), ...voucher(again));
    await tried(newSlot(), ...voucher(of), approve, post, reverse, ...voucher(again));
  });
  test('are taken back once', async () => {
    const red = (id: string): Statement[] => voucher({ id, kind: 'RED', reverses_id: source });
    await tried(...voucher(), ...red(crypto.randomUUID()));
    await refused(/reverses_id_key/, ...voucher(), ...red(crypto.randomUUID()), ...red(crypto.randomUUID()));
    await refused(/vouchers_reversal/, ...voucher({ kind: 'RED' }));
  });
  test('are not made, approved or posted in a closed period', async () => {
    const of = { period: '2026-10', date: '2026-10-31' };
    await refused(/closed_period/, ...closed('2026-10'), ...voucher(of));
    await refused(/closed_period/, ...voucher(of), ...closed('2026-10'), approve);
    await refused(/closed_period/, ...voucher(of), approve, ...closed('2026-10'), post);
    await refused(
      /closed_period/,
      ...voucher(),
      ...closed('2026-10'),
      now(`period = '2026-10', date = '2026-10-31'`),
    );
    // One that is posted is taken back by a red one of an open period.
    await tried(...voucher(of), approve, post, ...closed('2026-10'), reverse);
    await tried(...voucher(of), ...periodIs('2026-10', 'CLOSING'), approve);
  });
});

describe('lines', () => {
  test('have one side', async () => {
    await refused(/one_side/, head(), line(1, '1001', 0, 0));
    await refused(/one_side/, head(), line(1, '1001', 1, 1));
  });
  test('are negative in a reversal alone', async () => {
    const lines = [line(3, '1001', -5, 0), line(4, '6602', 0, -5)];
    await refused(/negative/, ...voucher(), ...lines);
    const id = crypto.randomUUID();
    await tried(...voucher({ id }), ...voucher({ kind: 'RED', reverses_id: id }), ...lines);
  });
  test('are on leaves, and by hand on none that follows from the business', async () => {
    await refused(/is no leaf/, ...voucher(), line(3, '1002', 1, 0));
    for (const code of ['2241.01', '2241.02', '2241.03', '2241.04', '2202.01', '2203.01']) {
      await refused(/from the business alone/, ...voucher(), line(3, code, 1, 0));
    }
    await tried(
      newSlot(),
      ...voucher({ kind: 'SYSTEM', slot_id: slot, maker_id: null }),
      line(3, '2241.01', 5, 0),
      line(4, '2241.02', 0, 5),
    );
  });
  test('stay from the approval on', async () => {
    for (const change of [
      'UPDATE voucher_lines SET debit = 2 WHERE line_no = 1',
      'DELETE FROM voucher_lines',
      line(3, '1001', 1, 0),
    ]) {
      await refused(/refuse_other_voucher_line/, ...voucher(), approve, change);
    }
  });
  test('stay with their voucher', () =>
    refused(/refuse_moved_voucher_line/, ...voucher(), ...voucher({ id: slot }), [
      `UPDATE voucher_lines SET voucher_id = $1, line_no = 9 WHERE voucher_id = $2 AND line_no = 1`,
      [slot, source],
    ]));
  test('of one statement are asked one by one, of several vouchers too', async () => {
    const other = crypto.randomUUID();
    const lines = (...values: string[]): Statement => [
      `INSERT INTO voucher_lines (tenant_id, voucher_id, line_no, summary, account_id, debit, credit)
       SELECT $1, v.id, v.no, 's', a.id, v.debit, v.credit FROM (VALUES ${values.join()}) v(id, no, code, debit, credit)
       JOIN ledger_accounts a ON a.tenant_id = $1 AND a.code = v.code`,
      [tenant],
    ];
    const of = (id: string, no: number, code: string, debit: number, credit: number) =>
      `('${id}'::uuid, ${no}, '${code}', ${debit}, ${credit})`;
    const both = [of(source, 1, '1001', 9, 0), of(source, 2, '6602', 0, 9), of(other, 1, '1001', 9, 0)];
    const heads = [head(), head({ id: other })];
    await tried(...heads, lines(...both, of(other, 2, '6602', 0, 9)));
    await refused(/difference of 1 fen/, ...heads, lines(...both, of(other, 2, '6602', 0, 8)));
    await refused(/is no leaf/, ...heads, lines(...both, of(other, 2, '1002', 0, 9)));
    await refused(/from the business alone/, ...heads, lines(...both, of(other, 2, '2241.01', 0, 9)));
    await refused(
      /negative/,
      ...heads,
      lines(...both, of(other, 2, '6602', 0, 18), of(other, 3, '6602', 0, -9)),
    );
    // One of two vouchers is approved.
    await refused(
      /refuse_other_voucher_line: the voucher is APPROVED/,
      ...voucher(),
      approve,
      ...voucher({ id: other }),
      'UPDATE voucher_lines SET summary = summary',
    );
  });
  test('a voucher is written with its lines in one statement', async () => {
    const made = (credit: number): Statement => [
      `WITH made AS (INSERT INTO vouchers (tenant_id, period, word, date, kind, maker_id, maker_name)
         VALUES ($1, '2026-11', '记', '2026-11-21', 'MANUAL', $2, 'm') RETURNING tenant_id, id)
       INSERT INTO voucher_lines (tenant_id, voucher_id, line_no, summary, account_id, debit, credit)
       SELECT made.tenant_id, made.id, v.no, 's', v.account, v.debit, v.credit FROM made, (VALUES (1, $3::uuid, 5, 0), (2, $4::uuid, 0, $5::int))
         v(no, account, debit, credit)`,
      [tenant, maker, account['1001'], account['6602'], credit],
    ];
    await tried(made(5));
    await refused(/difference of 1 fen/, made(4));
  });
  test('hold off whoever writes other lines of their voucher, approves it, or opens an account below theirs', async () => {
    const run = (client: pg.Client, one: Statement) =>
      typeof one === 'string' ? client.query(one) : client.query(...one);
    await service.query('BEGIN');
    for (const one of voucher()) await run(service, one);
    await service.query('COMMIT');
    try {
      await service.query('BEGIN');
      await run(service, [
        `UPDATE voucher_lines SET debit = debit * 2, credit = credit * 2 WHERE voucher_id = $1`,
        [source],
      ]);
      for (const one of [
        line(3, '1001', 1, 0),
        approve,
        [
          `INSERT INTO ledger_accounts (tenant_id, code, name, parent_id, side) VALUES ($1, '1001.01', 'n', $2, 'DEBIT')`,
          [tenant, account['1001']],
        ] satisfies Statement,
      ]) {
        await other.query(`BEGIN; SET LOCAL lock_timeout = '50ms'`);
        await expect(run(other, one)).rejects.toThrow(/lock timeout/);
        await other.query('ROLLBACK');
      }
    } finally {
      await service.query('ROLLBACK');
      await service.query('DELETE FROM vouchers WHERE tenant_id = $1', [tenant]);
    }
  });
  test('are two or more and add up when the transaction ends, of drafts too', async () => {
    await refused(/0 lines/, head());
    await refused(/1 lines/, head(), line(1, '1001', 1, 0));
    await refused(/difference of 1 fen/, ...voucher(), line(3, '1001', 1, 0));
    await refused(
      /difference of -?100 fen|1 lines/,
      ...voucher(),
      'DELETE FROM voucher_lines WHERE line_no = 1',
    );
    await refused(
      /difference of 1 fen/,
      ...voucher(),
      'UPDATE voucher_lines SET debit = 101 WHERE line_no = 1',
    );
    await tried(...voucher(), line(3, '1001', 1, 0), line(4, '6602', 0, 1));
  });
});

test('counters count up', async () => {
  const count: Statement = [
    `INSERT INTO voucher_counters (tenant_id, period, word, last) VALUES ($1, '2026-11', '记', 2)`,
    [tenant],
  ];
  await refused(/only grows/, count, 'UPDATE voucher_counters SET last = 1');
  await refused(/permission denied/, count, 'DELETE FROM voucher_counters');
  await tried(count, 'UPDATE voucher_counters SET last = last + 1');
});

test('snapshots add up on their side, once, by the closing of their month, and stay while it is closed', async () => {
  const snapshot = (side: string, closing: number): Statement => [
    `INSERT INTO ledger_snapshots (tenant_id, period, account_id, side, opening, debit, credit, closing) VALUES ($1, '2026-10', $2, $3, 10, 5, 3, $4)`,
    [tenant, account['1001'], side, closing],
  ];
  const [closing] = periodIs('2026-10', 'CLOSING') as [Statement];
  await refused(/add_up/, closing, snapshot('DEBIT', 8));
  await refused(/add_up/, closing, snapshot('CREDIT', 12));
  await refused(/ledger_snapshots_once/, closing, snapshot('DEBIT', 12), snapshot('CREDIT', 8));
  await refused(/append-only/, closing, snapshot('DEBIT', 12), 'UPDATE ledger_snapshots SET opening = 10');
  await refused(/refuse_other_snapshot: 2026-10 is OPEN/, snapshot('DEBIT', 12));
  const gone = 'DELETE FROM ledger_snapshots';
  await refused(/refuse_other_snapshot: 2026-10 is CLOSING/, closing, snapshot('DEBIT', 12), gone);
  await tried(closing, snapshot('DEBIT', 12), ...periodIs('2026-10', 'OPEN'), gone);
});
