import type { Prisma } from '../client/client.ts';
import { idOf } from './random.ts';
import { demoPerson, tenantId } from './tenants.ts';

/** Cards of one file, the first of them for employees of the unit. */
const cardsAFile = 30;
const namedOfAFile = 12;

/**
 * Begins the tables of what files of cards brought to units of tenant A, and of the cards: who has each, what became of it, and when. What
 * they are loaded with is among the flows that `seedFunds` writes. The first file is old enough for a card of it to be redeemed.
 */
export async function prepareCardFiles(tx: Prisma.TransactionClient, files: number): Promise<void> {
  await tx.$executeRaw`
    CREATE TEMP TABLE seed_card_files ON COMMIT DROP AS
    SELECT k, pg_temp.sid(60, k, at) AS job_id, tenant_id, merchant_id, merchant_name, company_id, at
    FROM (
      SELECT row_number() OVER (ORDER BY m.k) AS k, m.tenant_id, m.id AS merchant_id, m.name AS merchant_name, m.company_id,
        t.midnight - CASE row_number() OVER (ORDER BY m.k) WHEN 1 THEN 92 ELSE 56 - 2 * row_number() OVER (ORDER BY m.k) END * interval '1 day'
          + interval '10 hours' AS at
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
        CASE WHEN employee_id IS NOT NULL AND k = 1 AND i <= 2 THEN 'REDEEMED'
          WHEN employee_id IS NOT NULL AND k % 3 = 0 AND k <= 12 AND i = 3 THEN 'REPLACED' WHEN k % 5 = 2 AND i > 28 THEN 'CANCELLED'
          WHEN luck < 0.12 THEN 'STOCK' WHEN luck < 0.22 THEN 'PENDING' WHEN luck < 0.8 THEN 'ACTIVE' WHEN luck < 0.9 THEN 'FROZEN'
          WHEN employee_id IS NULL THEN 'EXPIRED' ELSE 'LOST' END AS state
      FROM given g)
    SELECT told.n, pg_temp.sid(61, told.n, told.at) AS id, told.tenant_id, told.merchant_id, told.company_id, 'C' || lpad(told.n::text, 8, '0') AS card_no,
      told.k, told.job_id, NULL::uuid AS line_id, NULL::int AS order_n, NULL::uuid AS replaces_id,
      NULL::timestamptz AS refunded_at, NULL::text AS refunded_for, p.id AS product_id, p.code, p.form, told.naming,
      p.months, told.face, told.state, told.employee_id, told.at,
      CASE WHEN told.state NOT IN ('STOCK', 'CANCELLED') THEN told.at + lead.days * interval '1 day' + told.i * interval '1 minute' END AS given_at,
      CASE WHEN told.state NOT IN ('STOCK', 'CANCELLED', 'PENDING') THEN told.at + lead.days * interval '2 days' + interval '40 minutes'
        + told.i * interval '7 minutes' END AS activated_at,
      CASE WHEN told.state = 'REPLACED' THEN t.midnight - (4 + told.k / 3) * interval '1 day' + interval '10 hours'
        WHEN told.state IN ('FROZEN', 'LOST', 'EXPIRED') THEN t.midnight - (2 + told.n % 9) * interval '1 day' + CASE told.state WHEN 'EXPIRED'
        THEN interval '0' ELSE (told.n % 500) * interval '1 minute' + interval '9 hours' END END AS changed_at,
      CASE told.state WHEN 'REPLACED' THEN t.midnight - told.k / 3 * interval '1 day' + interval '11 hours'
        WHEN 'CANCELLED' THEN t.midnight - interval '6 days' + interval '15 hours'
        WHEN 'REDEEMED' THEN least(t.midnight + interval '9 hours', t.now) END AS ended_at
    FROM told JOIN card_products p ON p.tenant_id = told.tenant_id AND p.code = told.product CROSS JOIN seed_time t
    CROSS JOIN LATERAL (SELECT CASE told.k WHEN 1 THEN 0 ELSE 1 END AS days) lead`;
  // Whoever has most cards at work is the one who can sign in.
  await tx.$executeRaw`
    CREATE TEMP TABLE seed_demo_employee ON COMMIT DROP AS
    SELECT e.id AS employee_id, e.tenant_id, e.merchant_id FROM employees e
    JOIN merchants m ON m.tenant_id = e.tenant_id AND m.id = e.merchant_id AND m.state = 'ACTIVE'
    JOIN consumption_records c ON c.tenant_id = e.tenant_id AND c.employee_id = e.id
    WHERE e.tenant_id = ${tenantId('A')}::uuid AND e.state = 'ACTIVE'
    GROUP BY e.tenant_id, e.id
    ORDER BY (SELECT count(*) FROM seed_cards k WHERE k.employee_id = e.id AND k.state = 'ACTIVE') DESC, bool_or(c.state = 'FAILED') DESC,
      count(*) DESC, e.id LIMIT 1`;
}

/** The files with the act behind each, and the last one, of which no row could be imported. */
export async function writeCardFiles(tx: Prisma.TransactionClient): Promise<void> {
  await writeFiles(tx);
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
    FROM seed_card_files f JOIN (SELECT job_id, sum(face) AS faces FROM seed_cards GROUP BY 1) s USING (job_id)`;
  // One file a day, each within its maker's threshold.
  await tx.$executeRaw`
    WITH acted AS (
      INSERT INTO money_acts (id, tenant_id, kind, maker_id, day, amount, count, subject_id, within_amount)
      SELECT pg_temp.sid(62, f.k, f.at), f.tenant_id, 'cardImport', ${maker.id}::uuid, (f.at AT TIME ZONE 'Asia/Shanghai')::date, sum(c.face), 1,
        f.job_id, 5000000
      FROM seed_card_files f JOIN seed_cards c USING (job_id) GROUP BY f.k, f.at, f.tenant_id, f.job_id
      RETURNING tenant_id, kind, maker_id, day, amount, count)
    INSERT INTO maker_days (tenant_id, kind, maker_id, day, amount, count, alone_amount, alone_count, allowed_amount)
    SELECT tenant_id, kind, maker_id, day, amount, count, amount, count, 5000000 FROM acted`;
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
