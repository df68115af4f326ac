import { paths } from '@xyxlx/contracts/paths';
import { Prisma } from '@xyxlx/database/client/client';
import { Refusal } from '../../core/errors.ts';
import { operationOf } from '../../core/operation.ts';
import { rowOf, sql } from '../../platform/db/sql.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { lockFunds } from '../../platform/fund/fund.ts';
import type { ImportDefinition, ImportRun } from '../../platform/imports/import-definition.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { nextCount } from '../../platform/records/numbers.ts';
import { shanghaiDay } from '../../platform/time/shanghai.ts';
import { cardFile, faceOf } from './card-file.ts';
import { cardCounter } from './card-number.ts';
import { confirmImport } from './confirm-import.ts';
import { policyOf } from './policy.ts';

/** The unit that the file's cards belong to, and the company whose fund they are loaded from, looked up when the file came in. */
export interface CardImport {
  tenantId: string;
  merchantId: string;
  merchantName: string;
  companyId: string;
}

const takingBack = { module: 'card', action: 'undoImport', target: 'merchant' };

/** Cards that exist already, from a file; what is to be on them is held of the company's fund until each is activated. */
export const cardImport: ImportDefinition<CardImport> = {
  kind: 'importCards',
  title: { zh: '卡导入', en: 'Card import' },
  permission: 'card.import',
  page: () => paths.cardImports,
  maxRows: 100_000,
  batch: 10_000,
  ...cardFile,
  check: async (tx, run) => {
    await refuseBadRows(tx, run);
    const { count, fen } = await rowOf<{ count: number; fen: number }>(
      tx,
      sql`SELECT count(*)::int AS count, coalesce(sum(${faceOf(run)}), 0)::float8 AS fen FROM import_rows r WHERE ${run.rows}`,
    );
    return [
      { label: { zh: '将导入的卡', en: 'Cards to be imported' }, value: count, unit: 'count' },
      { label: { zh: '初始余额合计', en: 'Balances in all' }, value: fen, unit: 'fen' },
    ];
  },

  confirm: confirmImport,

  apply: async (tx, run) => {
    await refuseBadRows(tx, run);
    const { rows, params, jobId, actor, cell, secret } = run;
    const { tenantId, merchantId, merchantName, companyId } = params;
    const by = actor.session.userName;
    const policy = await policyOf(tx, tenantId);
    const { count } = await rowOf<{ count: number }>(
      tx,
      sql`SELECT count(*)::int AS count FROM import_rows r WHERE ${rows}`,
    );
    const last = await nextCount(tx, tenantId, cardCounter, count);
    await tx.$executeRaw`
      WITH added AS (
        INSERT INTO cards (tenant_id, id, card_no, pan_cipher, pan_index, first_six, last_four, product_id, form, naming, face_amount, months,
          merchant_id, company_id, employee_id, cap, expires_at, import_job_id, created_by, updated_by)
        SELECT ${tenantId}::uuid, ${secret('id')}::uuid, ${cardCounter} || lpad((${last - count} + row_number() OVER (ORDER BY r.row_no))::text, 8, '0'),
          ${secret('cipher')}, ${secret('index')}, left(${cell('pan')}, 6), right(${cell('pan')}, 4), p.id, p.form, p.naming, ${faceOf(run)},
          p.months, ${merchantId}::uuid, ${companyId}::uuid, e.id,
          CASE p.naming WHEN 'NAMED' THEN ${policy.namedMax}::bigint ELSE ${policy.anonymousMax}::bigint END,
          (nullif(${cell('expiresOn')}, '')::date + 1)::timestamp AT TIME ZONE 'Asia/Shanghai' - interval '1 millisecond',
          ${jobId}::uuid, ${by}, ${by}
        FROM import_rows r
        JOIN card_products p ON p.tenant_id = ${tenantId}::uuid AND p.code = ${cell('product')}
        LEFT JOIN employees e ON e.tenant_id = ${tenantId}::uuid AND e.merchant_id = ${merchantId}::uuid AND e.employee_no = ${cell('employeeNo')}
        WHERE ${rows}
        RETURNING id, card_no, face_amount),
      held AS (
        INSERT INTO fund_holds (tenant_id, account_id, amount, source_type, source_id, source_no, created_by)
        SELECT ${tenantId}::uuid, f.id, a.face_amount, 'card', a.id, a.card_no, ${by}
        FROM added a JOIN fund_accounts f ON f.tenant_id = ${tenantId}::uuid AND f.company_id = ${companyId}::uuid AND f.kind = 'ENTERPRISE'
        WHERE a.face_amount > 0
        RETURNING account_id, amount)
      UPDATE fund_accounts f SET frozen = f.frozen + h.amount, updated_by = ${by}
      FROM (SELECT account_id, sum(amount) AS amount FROM held GROUP BY 1) h WHERE f.tenant_id = ${tenantId}::uuid AND f.id = h.account_id`;
    await logChange(
      tx,
      { ...actor, operation: operationOf('card', 'importCards') },
      { tenantId, id: merchantId, label: merchantName, after: { added: count, jobId } },
    );
  },

  undo: async (tx, { jobId, params, actor }) => {
    const { tenantId, merchantId, merchantName } = params;
    const imported = Prisma.sql`c.tenant_id = ${tenantId}::uuid AND c.import_job_id = ${jobId}::uuid`;
    await tx.$executeRaw`SELECT FROM cards c WHERE ${imported} ORDER BY c.id FOR UPDATE`;
    const { used } = await rowOf<{ used: number }>(
      tx,
      sql`SELECT count(*)::int AS used FROM cards c WHERE ${imported} AND (c.state <> 'STOCK' OR c.event_seq > 0)`,
    );
    if (used > 0) {
      throw new Refusal({
        zh: `已有 ${used} 张卡被使用，不能撤销`,
        en: `${used} cards were used since: it can not be taken back`,
      });
    }
    await tx.$executeRaw`
      WITH released AS (
        UPDATE fund_holds h SET state = 'RELEASED' FROM cards c
        WHERE ${imported} AND h.tenant_id = ${tenantId}::uuid AND h.source_type = 'card' AND h.source_id = c.id AND h.state = 'HELD'
        RETURNING h.account_id, h.amount)
      UPDATE fund_accounts f SET frozen = f.frozen - r.amount
      FROM (SELECT account_id, sum(amount) AS amount FROM released GROUP BY 1) r
      WHERE f.tenant_id = ${tenantId}::uuid AND f.id = r.account_id`;
    const count = await tx.$executeRaw`DELETE FROM cards c WHERE ${imported}`;
    await logChange(
      tx,
      { ...actor, operation: takingBack },
      { tenantId, id: merchantId, label: merchantName, after: { removed: count, jobId } },
    );
    return count;
  },
};

async function refuseBadRows(tx: Transaction, run: ImportRun<CardImport>): Promise<void> {
  const { rows, cell, secret, refuse, params, deps } = run;
  const { tenantId, merchantId, companyId } = params;
  const policy = await policyOf(tx, tenantId);
  const joined = Prisma.sql`import_rows r LEFT JOIN card_products p ON p.tenant_id = ${tenantId}::uuid AND p.code = ${cell('product')}
    LEFT JOIN employees e ON e.tenant_id = ${tenantId}::uuid AND e.merchant_id = ${merchantId}::uuid AND e.employee_no = ${cell('employeeNo')}`;
  const those = (condition: Prisma.Sql) =>
    Prisma.sql`SELECT r.row_no FROM ${joined} WHERE ${rows} AND ${condition}`;
  // What a file was read into before the data key changed is found under no key of today: its number could be there twice.
  await refuse(
    'pan',
    { zh: '密钥已更换，请重新上传', en: 'The data key has changed since: hand the row in again' },
    Prisma.sql`SELECT r.row_no FROM import_rows r WHERE ${rows} AND left(${secret('cipher')}, 12) <> ${deps.dataKeys.sealKeyId}`,
  );
  await refuse(
    'pan',
    { zh: '卡号重复（库中已有）', en: 'There is a card with this number' },
    Prisma.sql`SELECT r.row_no FROM import_rows r JOIN cards c ON c.tenant_id = ${tenantId}::uuid AND c.pan_index = ANY(${secret('indexes')})
      WHERE ${rows}`,
  );
  await refuse(
    'product',
    { zh: '产品不存在或未启用', en: 'No such product is sold' },
    those(Prisma.sql`p.state IS DISTINCT FROM 'ENABLED'`),
  );
  await refuse(
    'employeeNo',
    { zh: '员工不存在', en: 'Nobody of this unit has the number' },
    those(Prisma.sql`${cell('employeeNo')} <> '' AND e.id IS NULL`),
  );
  await refuse('employeeNo', { zh: '员工已离职', en: 'They have left' }, those(Prisma.sql`e.state = 'LEFT'`));
  await refuse(
    'employeeNo',
    { zh: '不记名卡不能指定持有人', en: 'An anonymous card has no holder' },
    those(Prisma.sql`p.naming = 'ANONYMOUS' AND ${cell('employeeNo')} <> ''`),
  );
  await refuse(
    'balance',
    { zh: '超过限额', en: 'Over the cap' },
    those(
      Prisma.sql`${faceOf(run)} > CASE p.naming WHEN 'NAMED' THEN ${policy.namedMax}::bigint ELSE ${policy.anonymousMax}::bigint END`,
    ),
  );
  await refuse(
    'expiresOn',
    { zh: '记名卡不得设有效期', en: 'A named card does not end' },
    those(Prisma.sql`p.naming = 'NAMED' AND ${cell('expiresOn')} <> '' AND NOT ${policy.namedExpires}`),
  );
  await refuse(
    'expiresOn',
    { zh: '有效期已过', en: 'It is in the past' },
    those(
      Prisma.sql`nullif(${cell('expiresOn')}, '')::date < ${shanghaiDay(deps.clock.businessNow())}::date`,
    ),
  );
  const free = (await lockFunds(tx, [{ tenantId, companyId }])).get(companyId)?.free ?? 0;
  await refuse(
    'balance',
    { zh: '企业资金余额不足', en: "The company's fund does not cover it" },
    Prisma.sql`SELECT row_no FROM (SELECT r.row_no, ${faceOf(run)} AS amount, sum(${faceOf(run)}) OVER (ORDER BY r.row_no) AS until
      FROM import_rows r WHERE ${rows}) sums WHERE amount > 0 AND until > ${free}::bigint`,
  );
}
