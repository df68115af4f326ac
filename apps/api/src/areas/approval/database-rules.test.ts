import { tenantId as tenantIdOf } from '@xyxlx/database/seed/tenants';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectInvariants } from '../../../../../tests/support/invariants.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { setThreshold } from '../../../../../tests/support/thresholds.ts';
import { registry } from '../../areas.ts';

let api: TestApi;
const tenantId = tenantIdOf('A');
const maker = crypto.randomUUID();
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const query = (text: string, values: unknown[] = []) => api.deps.database.pool.query(text, values);
/** Does it and takes it back: what must be let through leaves nothing behind. */
async function tried(...statements: [string, unknown[]?][]): Promise<void> {
  const client = await api.deps.database.pool.connect();
  try {
    await client.query('BEGIN');
    for (const [text, values] of statements) await client.query(text, values ?? []);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

const kinds = [...registry.approvals.values()].flatMap(({ type, threshold }) =>
  threshold ? [{ type, ...threshold }] : [],
);

test.each(kinds)(
  'the database knows the same threshold of $type, and the tenant’s own where it has one',
  async ({ type, ...threshold }) => {
    const read = async (tenant: string) => {
      const { rows } = await query('SELECT * FROM threshold_of($1, $2)', [tenant, type]);
      const [{ amount, day_amount, count, day_count }] = rows;
      return { amount: Number(amount), dayAmount: Number(day_amount), count, dayCount: day_count };
    };
    expect(await read(crypto.randomUUID())).toEqual(threshold);
    await setThreshold(api, type, { amount: 3, dayAmount: 7 });
    expect(await read(tenantId)).toMatchObject({ amount: 3, dayAmount: 7 });
    expect(await read(tenantIdOf('B'))).toEqual(threshold);
    await query('DELETE FROM approval_thresholds WHERE tenant_id = $1', [tenantId]);
  },
);

describe.each(kinds)('$type by the database alone', ({ type, amount, count, dayAmount, dayCount }) => {
  const act = (
    moved: number,
    records = 1,
    more = ', within_amount',
    value = `, ${amount}`,
  ): [string, unknown[]] => [
    `INSERT INTO money_acts (tenant_id, kind, maker_id, day, amount, count${more}) VALUES ($1, $2, $3, '2026-11-22', $4, $5${value})`,
    [tenantId, type, maker, moved, records],
  ];

  test('an act at the threshold is kept, a fen or a record more is refused, and so is one on nobody’s word', async () => {
    await tried(act(amount, count ?? 1));
    await expect(tried(act(amount + 1))).rejects.toThrow(/refuse_unapproved_act|money_acts_within/);
    await expect(tried(act(amount + 1, 1, ', within_amount', `, ${amount + 1}`))).rejects.toThrow(
      /refuse_unapproved_act/,
    );
    await expect(tried(act(1, 1, '', ''))).rejects.toThrow(/refuse_unapproved_act/);
    if (count !== null) await expect(tried(act(1, count + 1))).rejects.toThrow(/refuse_unapproved_act/);
  });

  test('another’s approval of as much lets it through once; a fen less, another kind, another maker’s or the maker’s own does not', async () => {
    const approval = (
      set: { kind?: string; state?: string; maker?: string; checker?: string; of?: number } = {},
    ): [string, unknown[]] => [
      `INSERT INTO approvals (id, tenant_id, subject_type, subject_id, subject_label, amount, state, maker_id, maker_name, maker_ids, checker_id, checker_name, decided_at)
       VALUES ($1, $2, $3, uuidv7(), 'x', $4, $5, $6, 'm', ARRAY[$6]::uuid[], $7, 'c', now())`,
      [
        approvalId,
        tenantId,
        set.kind ?? type,
        set.of ?? amount + 1,
        set.state ?? 'APPROVED',
        set.maker ?? maker,
        set.checker ?? crypto.randomUUID(),
      ],
    ];
    const approvalId = crypto.randomUUID();
    const approved = act(amount + 1, 1, ', approval_id', `, '${approvalId}'`);
    await tried(approval(), approved);
    await expect(tried(approval(), approved, approved)).rejects.toThrow(
      /money_acts_tenant_id_approval_id_key/,
    );
    await expect(tried(approval({ of: amount }), approved)).rejects.toThrow(/refuse_unapproved_act/);
    await expect(tried(approval({ kind: 'approvalThreshold' }), approved)).rejects.toThrow(
      /refuse_unapproved_act/,
    );
    await expect(tried(approval({ maker: crypto.randomUUID() }), approved)).rejects.toThrow(
      /refuse_unapproved_act/,
    );
    await expect(tried(approval({ checker: maker }), approved)).rejects.toThrow(/check/i);
  });

  test('a day grows to its threshold and not a fen or a record further', async () => {
    const day = (moved: number, records: number, allowed = dayAmount): [string, unknown[]] => [
      `INSERT INTO maker_days (tenant_id, kind, maker_id, day, amount, count, alone_amount, alone_count, allowed_amount, allowed_count)
       VALUES ($1, $2, $3, '2026-11-22', $4, $5, $4, $5, $6, $7)`,
      [tenantId, type, maker, moved, records, allowed, dayCount],
    ];
    await tried(day(dayAmount, dayCount ?? 1));
    await expect(tried(day(dayAmount + 1, 1, dayAmount + 1))).rejects.toThrow(/refuse_full_day/);
    if (dayCount !== null) await expect(tried(day(1, dayCount + 1))).rejects.toThrow(/alone_is_allowed/);
    // What was approved counts: nothing more goes on one person's word.
    await expect(
      tried(day(Math.min(1, dayAmount), 1), [
        'UPDATE maker_days SET amount = $2, alone_amount = alone_amount + 1 WHERE maker_id = $1',
        [maker, dayAmount + 1],
      ]),
    ).rejects.toThrow(dayAmount > 0 ? /refuse_full_day/ : /alone_is_allowed/);
  });
});

describe('what moves the money itself is refused over the threshold, without any act', () => {
  test.each([
    [
      'lotteryAward',
      "UPDATE lottery_records SET state = 'AWARDED', awarded_at = now() WHERE id = $1",
      'lottery_records',
      "state = 'PENDING' AND prize_type = 'LIMIT' AND value > 1",
      'value',
    ],
    [
      'consumptionRefund',
      `INSERT INTO consumption_records (tenant_id, merchant_id, company_id, employee_id, payee_merchant_id, payment_no, type, state, amount, enterprise, personal, category, channel, related_id, invoice_state, paid_at)
      SELECT tenant_id, merchant_id, company_id, employee_id, payee_merchant_id, 'RDB1', 'REFUND', 'SUCCESS', amount, 0, amount, category, channel, id, 'NOT_INVOICEABLE', now() FROM consumption_records WHERE id = $1`,
      'consumption_records',
      "type = 'CONSUME' AND state = 'SUCCESS' AND amount > 1",
      'amount',
    ],
  ])('%s', async (type, statement, table, which, column) => {
    const { rows } = await query(
      `SELECT id, ${column}::int AS moved FROM ${table} WHERE tenant_id = $1 AND ${which} LIMIT 1`,
      [tenantId],
    );
    const [{ id, moved }] = rows;
    await setThreshold(api, type, { amount: moved, dayAmount: 1_000_000 });
    await tried([statement, [id]]);
    await setThreshold(api, type, { amount: moved - 1, dayAmount: 1_000_000 });
    await expect(tried([statement, [id]])).rejects.toThrow(/refuse_unapproved_money/);
    const approval = `INSERT INTO approvals (tenant_id, subject_type, subject_id, subject_label, amount, state, maker_id, maker_name, maker_ids, checker_id, checker_name, decided_at)
      VALUES ($1, $2, $3, 'x', $4, 'APPROVED', $5, 'm', ARRAY[$5]::uuid[], uuidv7(), 'c', now())`;
    await tried([approval, [tenantId, type, id, moved, maker]], [statement, [id]]);
    await expect(
      tried([approval, [tenantId, type, id, moved - 1, maker]], [statement, [id]]),
    ).rejects.toThrow(/refuse_unapproved_money/);
  });

  test.each([
    ['ISSUING', 'ISSUED'],
    ['ISSUED', 'REVERSED'],
  ])('an invoice that goes from %s to %s', async (from, to) => {
    const { rows } = await query(
      `INSERT INTO invoice_applications (tenant_id, application_no, state, title, amount, email)
       VALUES ($1, 'IDB' || $2, $2::text, 'x', 100, 'x@example.com') RETURNING id`,
      [tenantId, from],
    );
    const { id } = rows[0];
    const statement: [string, unknown[]] = [
      `UPDATE invoice_applications SET state = '${to}' WHERE id = $1`,
      [id],
    ];
    await setThreshold(api, 'invoiceIssue', { amount: 100, dayAmount: 1_000_000 });
    await tried(statement);
    await setThreshold(api, 'invoiceIssue', { amount: 99, dayAmount: 1_000_000 });
    await expect(tried(statement)).rejects.toThrow(/refuse_unapproved_money: invoiceIssue of 100 fen/);
    const approval = (of: number, subjectId: string): [string, unknown[]] => [
      `INSERT INTO approvals (tenant_id, subject_type, subject_id, subject_label, amount, state, maker_id, maker_name, maker_ids, checker_id, checker_name, decided_at)
       VALUES ($1, 'invoiceIssue', $2, 'x', $3, 'APPROVED', $4, 'm', ARRAY[$4]::uuid[], uuidv7(), 'c', now())`,
      [tenantId, subjectId, of, maker],
    ];
    await tried(approval(100, id), statement);
    for (const other of [approval(99, id), approval(100, crypto.randomUUID())]) {
      await expect(tried(other, statement)).rejects.toThrow(/refuse_unapproved_money/);
    }
    // One that was decided before lets nothing through any more, also where something else of it changes now.
    const before = crypto.randomUUID();
    const [text, values] = approval(100, id);
    await query(text.replace('(tenant_id', '(id, tenant_id').replace('($1', `('${before}', $1`), values);
    await query(
      `INSERT INTO approval_events (tenant_id, approval_id, action, actor_id, actor_name) VALUES ($1, $2, 'APPROVE', uuidv7(), 'c')`,
      [tenantId, before],
    );
    const touched: [string, unknown[]] = [
      `UPDATE approvals SET decision_reason = 'x', decided_in = 1 WHERE tenant_id = $1 AND id = $2`,
      [tenantId, before],
    ];
    await expect(tried(touched, statement)).rejects.toThrow(/refuse_unapproved_money/);
    await query('DELETE FROM invoice_applications WHERE id = $1', [id]);
  });

  test('a single adjustment, whatever threshold it claims', async () => {
    const { rows } = await query(
      'SELECT employee_id AS id FROM limit_accounts WHERE tenant_id = $1 LIMIT 1',
      [tenantId],
    );
    const statement = (delta: number): [string, unknown[]] => [
      `INSERT INTO limit_adjustments (tenant_id, merchant_id, employee_id, account_id, company_id, seq, type, source, before, delta, after, reason, created_by_id, within_amount)
       SELECT tenant_id, merchant_id, employee_id, id, company_id, adjust_seq + 1, 'INCREASE', 'SINGLE', available + used, $2::bigint, available + used + $2::bigint, 'x', uuidv7(), $2::bigint
       FROM limit_accounts WHERE employee_id = $1`,
      [rows[0].id, delta],
    ];
    await tried(statement(500_000));
    await expect(tried(statement(500_001))).rejects.toThrow(/refuse_unapproved_money/);
  });

  test('a batch that starts, and an undo without its act', async () => {
    const { rows } = await query(
      `INSERT INTO limit_batches (tenant_id, merchant_id, batch_no, file_name, sha256, state, reason, changed, increase_amount)
       SELECT tenant_id, id, 'BDB1', 'x.csv', 'x', 'READY', 'x', 1, 5000001 FROM merchants WHERE tenant_id = $1 LIMIT 1 RETURNING id`,
      [tenantId],
    );
    const { id } = rows[0];
    const to = (state: string): [string, unknown[]] => [
      `UPDATE limit_batches SET state = '${state}' WHERE id = $1`,
      [id],
    ];
    await expect(tried(to('RUNNING'))).rejects.toThrow(/refuse_unapproved_money/);
    await tried([`UPDATE limit_batches SET increase_amount = 5000000 WHERE id = $1`, [id]], to('RUNNING'));
    await expect(
      tried(
        [`UPDATE limit_batches SET changed = 501, increase_amount = 1 WHERE id = $1`, [id]],
        to('RUNNING'),
      ),
    ).rejects.toThrow(/refuse_unapproved_money/);
    await expect(tried(to('UNDOING'))).rejects.toThrow(/refuse_undo_without_act/);
    await tried(to('CANCELLED'));
  });
});

test('acts stay as they are, and the invariant finds a day that is not their sum', async () => {
  const { prisma } = api.deps.database;
  await expectInvariants(api);
  await expect(query('UPDATE money_acts SET amount = 0')).rejects.toThrow(/permission denied/);
  await expect(query('DELETE FROM money_acts')).rejects.toThrow(/permission denied/);
  const day = { tenantId, makerId: maker, day: new Date('2026-11-22') };
  await prisma.makerDay.create({ data: { ...day, kind: 'limitBatch', amount: 5n, count: 1 } });
  const { body } = await api.call('dev/invariants');
  const broken = body.result.list.filter(({ ok }: { ok: boolean }) => !ok);
  expect(broken).toMatchObject([{ name: 'makerDaysAreTheirActs', violations: 1 }]);
  expect(broken[0].examples[0]).toBe(`limitBatch 2026-11-22 ${maker}`);
});
