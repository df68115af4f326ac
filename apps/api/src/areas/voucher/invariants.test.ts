import { connect } from '@xyxlx/database/connect';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BookDesk, openBookDesk, postWorkedExamples } from '../../../../../tests/support/book-desk.ts';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { voucherInvariants } from './invariants.ts';

let api: TestApi;
let desk: BookDesk;
let owner: pg.Client;

beforeAll(async () => {
  api = await startTestApi();
  desk = await openBookDesk(api);
  await postWorkedExamples(desk);
  await desk.seal();
  await desk.approveAll();
  await desk.postAll();
  await desk.result('voucher/addVoucher', desk.manual());
  await desk.result('voucher/closePeriod', { period: desk.before });
  await desk.decide('periodClose', 'approve');
  await eventually(async () =>
    expect(
      await api.deps.database.prisma.ledgerPeriod.findFirst({
        where: { tenantId: desk.tenantId, period: desk.before },
      }),
    ).toMatchObject({ state: 'CLOSED' }),
  );
  owner = await connect(api.databaseUrl);
});
afterAll(async () => {
  await owner.end();
  await api.close();
});

const posted = `voucher_id = (SELECT id FROM vouchers WHERE tenant_id = $1 AND kind = 'SYSTEM' ORDER BY id LIMIT 1)`;
const draft = `voucher_id = (SELECT id FROM vouchers WHERE tenant_id = $1 AND state = 'DRAFT')`;
const aDay = `id = (SELECT id FROM ledger_days WHERE tenant_id = $1 ORDER BY id LIMIT 1)`;
const aSnapshot = `id = (SELECT id FROM ledger_snapshots WHERE tenant_id = $1 ORDER BY id LIMIT 1)`;

test.each([
  [
    'slotsHaveOneVoucher',
    'a slot without a voucher',
    `DELETE FROM vouchers WHERE tenant_id = $1 AND kind = 'SYSTEM'`,
  ],
  [
    'slotsHaveOneVoucher',
    'a slot whose voucher is reversed',
    `UPDATE vouchers SET state = 'REVERSED' WHERE tenant_id = $1 AND kind = 'SYSTEM'`,
  ],
  [
    'slotsHaveOneVoucher',
    'a voucher of a slot that is open',
    `UPDATE ledger_slots SET state = 'OPEN' WHERE tenant_id = $1`,
  ],
  [
    'slotsHaveOneVoucher',
    'lines of more than the postings on both sides',
    `UPDATE voucher_lines SET debit = debit + 1 * (debit > 0)::int, credit = credit + 1 * (credit > 0)::int WHERE tenant_id = $1 AND ${posted}`,
  ],
  [
    'slotsHaveOneVoucher',
    'a line of another account',
    `UPDATE voucher_lines SET account_id = (SELECT id FROM ledger_accounts WHERE tenant_id = $1 AND code = '1001') WHERE tenant_id = $1 AND ${posted} AND line_no = 1`,
  ],
  [
    'slotsHaveOneVoucher',
    'a line of another company',
    `UPDATE voucher_lines SET company_id = uuidv7() WHERE tenant_id = $1 AND ${posted} AND company_id IS NOT NULL`,
  ],
  [
    'slotsHaveOneVoucher',
    'two lines that changed their accounts',
    `UPDATE voucher_lines l SET account_id = o.account_id FROM voucher_lines o
     WHERE l.tenant_id = $1 AND l.${posted} AND o.tenant_id = l.tenant_id AND o.voucher_id = l.voucher_id AND l.line_no + o.line_no = 3`,
  ],
  [
    'slotsHaveOneVoucher',
    'a posting that came after the sealing',
    `INSERT INTO ledger_postings SELECT (jsonb_populate_record(p, jsonb_build_object('leg', 8))).* FROM ledger_postings p
     WHERE p.tenant_id = $1 AND p.leg = 1 ORDER BY p.source_id LIMIT 1`,
  ],
  [
    'vouchersBalance',
    'a fen more on one line',
    `UPDATE voucher_lines SET debit = debit + 1 WHERE tenant_id = $1 AND ${draft} AND debit > 0`,
  ],
  [
    'vouchersBalance',
    'a voucher without lines',
    `DELETE FROM voucher_lines WHERE tenant_id = $1 AND ${draft}`,
  ],
  [
    'voucherNumbersContinuous',
    'a counter ahead',
    'UPDATE voucher_counters SET last = last + 1 WHERE tenant_id = $1',
  ],
  [
    'voucherNumbersContinuous',
    'a number left out',
    `UPDATE vouchers SET number = 99 WHERE tenant_id = $1 AND number = 2`,
  ],
  ['voucherNumbersContinuous', 'no counter', 'DELETE FROM voucher_counters WHERE tenant_id = $1'],
  [
    'trialBalanceZero',
    'POSTED',
    `UPDATE voucher_lines SET debit = debit + 1 WHERE tenant_id = $1 AND ${posted} AND debit > 0`,
  ],
  [
    'trialBalanceZero',
    'VOUCHERS',
    `UPDATE voucher_lines SET credit = credit + 1 WHERE tenant_id = $1 AND ${draft} AND credit > 0`,
  ],
  ['trialBalanceZero', 'LIVE', `UPDATE ledger_days SET debit = debit + 1 WHERE tenant_id = $1 AND ${aDay}`],
  [
    'closedIsClosed',
    'a voucher that is not posted',
    `UPDATE vouchers SET state = 'APPROVED', posted_by_id = NULL WHERE tenant_id = $1 AND number = 1`,
  ],
  ['closedIsClosed', 'a slot that is open', `UPDATE ledger_slots SET state = 'OPEN' WHERE tenant_id = $1`],
  [
    'closedIsClosed',
    'a snapshot of something else',
    `UPDATE ledger_snapshots SET opening = opening + 1, closing = closing + 1 WHERE tenant_id = $1 AND ${aSnapshot}`,
  ],
  [
    'closedIsClosed',
    'a snapshot of more on both sides',
    `UPDATE ledger_snapshots SET debit = debit + 1, credit = credit + 1 WHERE tenant_id = $1 AND ${aSnapshot}`,
  ],
  [
    'closedIsClosed',
    'a voucher that came after the closing',
    `WITH head AS (
       INSERT INTO vouchers (tenant_id, period, word, number, date, kind, state, maker_name, approved_by_id, posted_by_id)
       SELECT tenant_id, period, '记', 999, (period || '-28')::date, 'MANUAL', 'POSTED', 'm', uuidv7(), uuidv7() FROM ledger_periods
       WHERE tenant_id = $1 AND state = 'CLOSED' RETURNING tenant_id, id, date)
     INSERT INTO voucher_lines (tenant_id, voucher_id, line_no, date, summary, account_id, debit, credit)
     SELECT h.tenant_id, h.id, n, h.date, 's', a.id, 5 * (n = 1)::int, 5 * (n = 2)::int FROM head h CROSS JOIN (VALUES (1, '1001'), (2, '6602')) v(n, code)
     JOIN ledger_accounts a ON a.tenant_id = h.tenant_id AND a.code = v.code`,
  ],
  [
    'closedIsClosed',
    'a snapshot that is gone',
    `DELETE FROM ledger_snapshots WHERE tenant_id = $1 AND ${aSnapshot} AND closing <> 0`,
  ],
  [
    'closedIsClosed',
    'a snapshot of an account that nothing was booked on',
    `INSERT INTO ledger_snapshots (tenant_id, period, account_id, side, opening, debit, credit, closing)
     SELECT a.tenant_id, min(p.period), a.id, a.side, 5, 0, 0, 5 FROM ledger_accounts a JOIN ledger_periods p ON p.tenant_id = a.tenant_id
     WHERE a.tenant_id = $1 AND a.code = '1001' GROUP BY a.tenant_id, a.id, a.side`,
  ],
  [
    'closedIsClosed',
    'a snapshot of an open period',
    `UPDATE ledger_periods SET state = 'OPEN' WHERE tenant_id = $1`,
  ],
  [
    'daysAreTheirPostings',
    'another sum',
    `UPDATE ledger_days SET credit = credit + 1 WHERE tenant_id = $1 AND ${aDay}`,
  ],
  [
    'daysAreTheirPostings',
    'another count',
    `UPDATE ledger_days SET rows = rows + 1 WHERE tenant_id = $1 AND ${aDay}`,
  ],
  ['daysAreTheirPostings', 'a day that is gone', `DELETE FROM ledger_days WHERE tenant_id = $1 AND ${aDay}`],
  [
    'daysAreTheirPostings',
    'a day without postings',
    `INSERT INTO ledger_days (tenant_id, book_date, role, debit, credit, rows) VALUES ($1, '2020-01-01', 'BANK', 1, 0, 1)`,
  ],
])('%s finds %s', async (name, what, breaking) => {
  const { violations } = voucherInvariants.find((one) => one.name === name) ?? {};
  const found = async () => (await owner.query(violations as string, [desk.tenantId])).rows;
  expect(await found()).toEqual([]);
  await owner.query(`BEGIN; SET LOCAL session_replication_role = 'replica'`);
  try {
    const { rowCount } = await owner.query(breaking, [desk.tenantId]);
    expect(rowCount).toBeGreaterThan(0);
    const rows = await found();
    expect(rows).not.toEqual([]);
    if (name === 'trialBalanceZero') expect(rows).toContainEqual({ what });
  } finally {
    await owner.query('ROLLBACK');
  }
});
