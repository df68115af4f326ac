import { createHash } from 'node:crypto';
import { cardIin, luhnDigit } from '@xyxlx/contracts/card-number';
import type { Prisma } from '../client/client.ts';
import { idOf } from './random.ts';
import { demoPerson, tenantId } from './tenants.ts';

/** What is kept of a card's number, by the application's keys. */
export type KeepNumber = (
  cardId: string,
  pan: string,
) => { panCipher: string; panIndex: string; firstSix: string; lastFour: string };

/** Cards of one file, the first of them for employees of the unit. */
const cardsAFile = 30;
const namedOfAFile = 12;

/**
 * Begins the tables of what files of cards brought to units of tenant A, and of the cards: who has each, what became of it, and when. What
 * they are loaded with is among the flows that `seedFunds` writes.
 */
export async function prepareCards(tx: Prisma.TransactionClient, files: number): Promise<void> {
  await tx.$executeRaw`
    CREATE TEMP TABLE seed_card_files ON COMMIT DROP AS
    SELECT k, pg_temp.sid(60, k, at) AS job_id, tenant_id, merchant_id, merchant_name, company_id, at
    FROM (
      SELECT row_number() OVER (ORDER BY m.k) AS k, m.tenant_id, m.id AS merchant_id, m.name AS merchant_name, m.company_id,
        t.midnight - (56 - 2 * row_number() OVER (ORDER BY m.k)) * interval '1 day' + interval '10 hours' AS at
      FROM seed_merchants m JOIN companies c ON c.tenant_id = m.tenant_id AND c.id = m.company_id CROSS JOIN seed_time t
      WHERE m.tenant_id = ${tenantId('A')}::uuid AND c.name NOT LIKE '南京%') units
    WHERE k <= ${files}::int`;
  // Of each file some stay in stock, most are at work, and a few are frozen, lost or over.
  await tx.$executeRaw`
    CREATE TEMP TABLE seed_cards ON COMMIT DROP AS
    WITH given AS (
      SELECT f.*, i, row_number() OVER (ORDER BY f.k, i) AS n, pg_temp.rnd(f.k * 1000 + i, 61) AS luck, e.id AS employee_id
      FROM seed_card_files f CROSS JOIN generate_series(1, ${cardsAFile}::int) i
      LEFT JOIN LATERAL (
        SELECT w.id FROM employees w WHERE w.tenant_id = f.tenant_id AND w.merchant_id = f.merchant_id AND w.state = 'ACTIVE'
        ORDER BY w.id OFFSET (i - 1) % 6 LIMIT 1) e ON i <= ${namedOfAFile}::int),
    told AS (
      SELECT g.*, CASE WHEN employee_id IS NULL THEN 'ANONYMOUS' ELSE 'NAMED' END AS naming,
        CASE WHEN employee_id IS NULL THEN 'GIFT500' WHEN i % 3 = 0 THEN 'MEALCARD' ELSE 'WELFARE' END AS product,
        CASE WHEN employee_id IS NULL OR i % 3 = 0 THEN 50000 WHEN i % 2 = 0 THEN 300000 ELSE 100000 END::bigint AS face,
        CASE WHEN luck < 0.12 THEN 'STOCK' WHEN luck < 0.22 THEN 'PENDING' WHEN luck < 0.8 THEN 'ACTIVE' WHEN luck < 0.9 THEN 'FROZEN'
          WHEN employee_id IS NULL THEN 'EXPIRED' ELSE 'LOST' END AS state
      FROM given g)
    SELECT told.*, pg_temp.sid(61, told.n, told.at) AS id, 'C' || lpad(told.n::text, 8, '0') AS card_no, p.id AS product_id, p.form, p.months,
      CASE WHEN told.state <> 'STOCK' THEN told.at + interval '1 day' + told.i * interval '1 minute' END AS given_at,
      CASE WHEN told.state NOT IN ('STOCK', 'PENDING') THEN told.at + interval '2 days' + told.i * interval '7 minutes' END AS activated_at,
      CASE WHEN told.state IN ('FROZEN', 'LOST', 'EXPIRED') THEN t.midnight - (2 + told.n % 9) * interval '1 day' + CASE told.state WHEN 'EXPIRED'
        THEN interval '0' ELSE (told.n % 500) * interval '1 minute' + interval '9 hours' END END AS changed_at
    FROM told JOIN card_products p ON p.tenant_id = told.tenant_id AND p.code = told.product CROSS JOIN seed_time t`;
}

/** The files with the act behind each, the cards step by step, what is held for those without money, and what was loaded onto the others. */
export async function seedCards(tx: Prisma.TransactionClient, keepNumber: KeepNumber): Promise<void> {
  await writeFiles(tx);
  await writeNumbers(tx, keepNumber);
  await writeStock(tx);
  await takeSteps(tx);
  await writeRefusedFile(tx);
}

async function writeFiles(tx: Prisma.TransactionClient): Promise<void> {
  const maker = demoPerson('finance-maker');
  await tx.$executeRaw`
    INSERT INTO jobs (id, tenant_id, kind, state, permission, total, done, message, payload, origin, file_name, file_sha256, created_at, created_by_id,
      created_by, updated_at, started_at, finished_at)
    SELECT f.job_id, f.tenant_id, 'importCards', 'SUCCEEDED', 'card.import', ${cardsAFile}::int, ${cardsAFile}::int,
      jsonb_build_object('zh', '成功 ' || ${cardsAFile}::int || ' 行，失败 0 行', 'en', ${cardsAFile}::int || ' rows imported, 0 rows failed'),
      jsonb_build_object('params', jsonb_build_object('tenantId', f.tenant_id, 'merchantId', f.merchant_id, 'merchantName', f.merchant_name,
        'companyId', f.company_id), 'header', ARRAY['卡号', '产品编码', '工号', '初始余额(元)', '有效期'], 'rows', ${cardsAFile}::int, 'report',
        jsonb_build_object('good', ${cardsAFile}::int, 'bad', 0, 'figures', jsonb_build_array(
          jsonb_build_object('label', jsonb_build_object('zh', '初始余额合计', 'en', 'Balances in all'), 'value', s.faces, 'unit', 'fen')))),
      '{}', '存量卡-' || f.merchant_name || '.xlsx', encode(sha256(convert_to(f.merchant_name, 'UTF8')), 'hex'), f.at, ${maker.id}::uuid,
      ${maker.name}, f.at, f.at, f.at
    FROM seed_card_files f JOIN (SELECT k, sum(face) AS faces FROM seed_cards GROUP BY k) s USING (k)`;
  // One file a day, each within its maker's threshold.
  await tx.$executeRaw`
    WITH acted AS (
      INSERT INTO money_acts (id, tenant_id, kind, maker_id, day, amount, count, subject_id, within_amount)
      SELECT pg_temp.sid(62, f.k, f.at), f.tenant_id, 'cardImport', ${maker.id}::uuid, (f.at AT TIME ZONE 'Asia/Shanghai')::date, sum(c.face), 1,
        f.job_id, 5000000
      FROM seed_card_files f JOIN seed_cards c USING (k) GROUP BY f.k, f.at, f.tenant_id, f.job_id
      RETURNING tenant_id, kind, maker_id, day, amount, count)
    INSERT INTO maker_days (tenant_id, kind, maker_id, day, amount, count, alone_amount, alone_count, allowed_amount)
    SELECT tenant_id, kind, maker_id, day, amount, count, amount, count, 5000000 FROM acted`;
}

/** Their numbers, the same for the same card, as `seed_pans`. */
async function writeNumbers(tx: Prisma.TransactionClient, keepNumber: KeepNumber): Promise<void> {
  const cards = await tx.$queryRaw<{ id: string; n: bigint }[]>`SELECT id, n FROM seed_cards`;
  const kept = cards.map(({ id, n }) => {
    const digits = `${cardIin}${nineDigits(n)}`;
    const { panCipher, panIndex, lastFour } = keepNumber(id, digits + luhnDigit(digits));
    return { id, cipher: panCipher, index: panIndex, last_four: lastFour };
  });
  await tx.$executeRaw`
    CREATE TEMP TABLE seed_pans ON COMMIT DROP AS
    SELECT * FROM jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) AS p(id uuid, cipher text, index text, last_four text)`;
}

function nineDigits(n: bigint): string {
  const digest = createHash('sha256').update(`card ${n}`).digest();
  return String(digest.readUInt32BE() % 1_000_000_000).padStart(9, '0');
}

async function writeStock(tx: Prisma.TransactionClient): Promise<void> {
  const { name: by } = demoPerson('finance-maker');
  // What is over was valid until a day that the file said.
  await tx.$executeRaw`
    INSERT INTO cards (id, tenant_id, card_no, pan_cipher, pan_index, first_six, last_four, product_id, form, naming, face_amount, months, merchant_id,
      company_id, employee_id, cap, expires_at, import_job_id, created_at, created_by, updated_at, updated_by)
    SELECT c.id, c.tenant_id, c.card_no, p.cipher, p.index, ${cardIin}, p.last_four, c.product_id, c.form, c.naming, c.face, c.months, c.merchant_id,
      c.company_id, c.employee_id, CASE c.naming WHEN 'NAMED' THEN 500000 ELSE 100000 END,
      CASE c.state WHEN 'EXPIRED' THEN c.changed_at - interval '1 millisecond' END, c.job_id, c.at, ${by}, c.at, ${by}
    FROM seed_cards c JOIN seed_pans p USING (id)`;
  await tx.$executeRaw`
    INSERT INTO tenant_counters (tenant_id, kind, value) SELECT tenant_id, 'C', max(n) FROM seed_cards GROUP BY tenant_id`;
  await tx.$executeRaw`
    INSERT INTO fund_holds (id, tenant_id, account_id, amount, used, source_type, source_id, source_no, state, created_at, created_by, updated_at)
    SELECT pg_temp.sid(63, c.n, c.at), c.tenant_id, f.id, c.face, CASE WHEN c.activated_at IS NULL THEN 0 ELSE c.face END, 'card', c.id, c.card_no,
      CASE WHEN c.activated_at IS NULL THEN 'HELD' ELSE 'USED' END, c.at, ${by}, coalesce(c.activated_at, c.at)
    FROM seed_cards c JOIN fund_accounts f ON f.tenant_id = c.tenant_id AND f.company_id = c.company_id AND f.kind = 'ENTERPRISE'`;
}

/** Each of the steps that the cards took, with its event; loaded with the face when they became active. */
async function takeSteps(tx: Prisma.TransactionClient): Promise<void> {
  const { name: by, id: byId } = demoPerson('finance-maker');
  await tx.$executeRaw`
    CREATE TEMP TABLE seed_card_steps ON COMMIT DROP AS
    SELECT c.tenant_id, c.id, step.*, row_number() OVER (PARTITION BY c.id ORDER BY step.at) AS seq
    FROM seed_cards c CROSS JOIN LATERAL (VALUES
      (CASE c.naming WHEN 'NAMED' THEN 'ASSIGN' ELSE 'SHIP' END, 'STOCK', 'PENDING', c.given_at, 'OPERATOR', ''),
      ('ACTIVATE', 'PENDING', 'ACTIVE', c.activated_at, 'OPERATOR', ''),
      (CASE c.state WHEN 'FROZEN' THEN 'FREEZE' WHEN 'LOST' THEN 'REPORT_LOSS' ELSE 'EXPIRE' END, 'ACTIVE', c.state, c.changed_at,
        CASE c.state WHEN 'EXPIRED' THEN 'SERVICE' ELSE 'OPERATOR' END,
        CASE c.state WHEN 'FROZEN' THEN '持卡人来电申请' WHEN 'LOST' THEN '持卡人报失' ELSE '' END))
      step(action, came_from, came_to, at, side, reason)
    WHERE step.at IS NOT NULL`;
  for (const seq of [1, 2, 3]) {
    await tx.$executeRaw`
      UPDATE cards c SET state = s.came_to, state_reason = s.reason, event_seq = s.seq, version = c.version + 1, updated_at = s.at, updated_by = ${by},
        frozen_by = CASE s.came_to WHEN 'FROZEN' THEN 'OPERATOR' END, state_before = CASE s.came_to WHEN 'LOST' THEN 'ACTIVE' END,
        activated_at = CASE s.action WHEN 'ACTIVATE' THEN s.at ELSE c.activated_at END,
        expires_at = CASE s.action WHEN 'ACTIVATE' THEN coalesce(c.expires_at, (((s.at AT TIME ZONE 'Asia/Shanghai')::date
          + make_interval(months => c.months))::date + 1)::timestamp AT TIME ZONE 'Asia/Shanghai' - interval '1 millisecond') ELSE c.expires_at END
      FROM seed_card_steps s WHERE s.seq = ${seq}::int AND c.tenant_id = s.tenant_id AND c.id = s.id`;
  }
  await tx.$executeRaw`
    INSERT INTO card_events (tenant_id, card_id, seq, action, from_state, to_state, side, reason, created_at, created_by, created_by_id)
    SELECT tenant_id, id, seq, action, came_from, came_to, side, reason, at, CASE side WHEN 'OPERATOR' THEN ${by} END,
      CASE side WHEN 'OPERATOR' THEN ${byId}::uuid END
    FROM seed_card_steps`;
  await tx.$executeRaw`
    UPDATE cards c SET balance = s.face, flow_seq = 1 FROM seed_cards s WHERE c.tenant_id = s.tenant_id AND c.id = s.id AND s.activated_at IS NOT NULL`;
  await tx.$executeRaw`
    INSERT INTO card_flows (tenant_id, source_id, source_type, kind, card_id, seq, delta, balance_after, company_id, remark, created_at, created_by)
    SELECT tenant_id, id, 'card', 'LOAD', id, 1, face, face, company_id, card_no, activated_at, ${by} FROM seed_cards WHERE activated_at IS NOT NULL`;
}

/** The last file, of which no row could be imported: seven that are each wrong in another way. */
async function writeRefusedFile(tx: Prisma.TransactionClient): Promise<void> {
  const maker = demoPerson('finance-maker');
  const rows = [
    ['999900******0013', 'WELFARE', '', '100.00', '', 'pan', '卡号校验位错误', 'The check digit is wrong'],
    ['411111******1111', 'WELFARE', '', '100.00', '', 'pan', '发卡行标识不符', 'Of another issuer'],
    [
      '999900******3459',
      'NOSUCH',
      '',
      '100.00',
      '',
      'product',
      '产品不存在或未启用',
      'No such product is sold',
    ],
    [
      '999900******0012',
      'WELFARE',
      'E9999999',
      '100.00',
      '',
      'employeeNo',
      '员工不存在',
      'Nobody of this unit has the number',
    ],
    [
      '999900******4421',
      'GIFT500',
      'E0000001',
      '100.00',
      '',
      'employeeNo',
      '不记名卡不能指定持有人',
      'An anonymous card has no holder',
    ],
    ['999900******7708', 'GIFT500', '', '1000.01', '', 'balance', '超过限额', 'Over the cap'],
    [
      '999900******6690',
      'WELFARE',
      '',
      '100.00',
      '2030-12-31',
      'expiresOn',
      '记名卡不得设有效期',
      'A named card does not end',
    ],
  ].map(([pan, product, employeeNo, balance, expiresOn, column, zh, en], n) => ({
    n: n + 2,
    cells: [pan, product, employeeNo, balance, expiresOn],
    problems: [
      {
        column,
        value: [pan, product, employeeNo, balance, expiresOn][places.indexOf(column ?? '')],
        reason: { zh, en },
      },
    ],
  }));
  const id = idOf('card-file/refused');
  await tx.$executeRaw`
    INSERT INTO jobs (id, tenant_id, kind, state, permission, total, failed, message, payload, origin, file_name, file_sha256, created_at, created_by_id,
      created_by, updated_at, started_at, finished_at)
    SELECT ${id}::uuid, f.tenant_id, 'importCards', 'FAILED', 'card.import', 7, 7, '{"zh": "没有可以导入的行", "en": "No row can be imported"}',
      j.payload || '{"rows": 7, "report": {"good": 0, "bad": 7, "figures": []}}', '{}', '补录卡.csv',
      encode(sha256('refused'), 'hex'), made.at, ${maker.id}::uuid, ${maker.name}, made.at, made.at, made.at
    FROM seed_card_files f JOIN jobs j ON j.tenant_id = f.tenant_id AND j.id = f.job_id CROSS JOIN seed_time t
    CROSS JOIN LATERAL (VALUES (t.midnight - interval '3 days' + interval '15 hours')) made(at) WHERE f.k = 1`;
  await tx.$executeRaw`
    INSERT INTO import_rows (tenant_id, job_id, row_no, cells, problems)
    SELECT f.tenant_id, ${id}::uuid, r.n, r.cells, r.problems
    FROM seed_card_files f CROSS JOIN jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(n int, cells text[], problems jsonb) WHERE f.k = 1`;
}

/** The columns of a file, in their order. */
const places = ['pan', 'product', 'employeeNo', 'balance', 'expiresOn'];
