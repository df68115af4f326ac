import { bill as contract } from '@xyxlx/contracts/bill';
import type { Bill } from '@xyxlx/database/client/client';
import { Refusal } from '../../core/errors.ts';
import { raw, rowOf, sql } from '../../platform/db/sql.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { listOf } from '../../platform/lists/list.ts';
import { byId, inTenants, visible, visibleInTenant } from '../../platform/records/scope.ts';
import { since, until } from './figures.sql.ts';

/** What the month of the bill `c` of a company comes to by merchant; LATERAL, so that of the tenant's movements those of the month are read. */
const liveLines = raw(`SELECT c.tenant_id, c.id AS bill_id, l.merchant_id, l.issued, l.back
  FROM bills c CROSS JOIN LATERAL (
    SELECT l.merchant_id, coalesce(sum(l.amount) FILTER (WHERE l.amount > 0), 0)::bigint AS issued,
      coalesce(-sum(l.amount) FILTER (WHERE l.amount < 0), 0)::bigint AS back
    FROM company_lines l
    WHERE l.tenant_id = c.tenant_id AND l.company_id = c.company_id AND l.occurred_at >= ${since} AND l.occurred_at < ${until}
    GROUP BY l.merchant_id) l`);

/** A company's bill by merchant: as it was issued, or as it is now while it is open. */
export const billLines = listOf(contract.queryBillLine, {
  from: ({ session }, { billId }) => sql`(
    SELECT l.*, m.name, own.id AS merchant_bill_id
    FROM bills b
    JOIN (SELECT c.tenant_id, c.bill_id, c.merchant_id, c.issued, c.back FROM bill_lines c
        WHERE ${inTenants(session, 'c')} AND c.bill_id = ${billId}::uuid
      UNION ALL
      ${liveLines} WHERE ${byId(session, 'c', billId)} AND c.state = 'OPEN') l
      ON l.tenant_id = b.tenant_id AND l.bill_id = b.id
    JOIN merchants m ON m.tenant_id = b.tenant_id AND m.id = l.merchant_id
    LEFT JOIN bills own ON own.tenant_id = b.tenant_id AND own.merchant_id = l.merchant_id AND own.period = b.period
      AND ${visible(session, 'own')}
    WHERE ${byId(session, 'b', billId)})`,
  alias: 'c',
  id: 'merchant_id',
  scope: visibleInTenant,
  sort: {
    merchant: { column: 'c.name', type: 'text' },
    issuedAmount: { column: 'c.issued', type: 'bigint' },
    recoveredAmount: { column: 'c.back', type: 'bigint' },
  },
  usual: ['merchant', 'asc'],
  row: sql`json_build_object('merchant', json_build_object('id', c.merchant_id, 'name', c.name), 'issuedAmount', c.issued,
    'recoveredAmount', c.back, 'merchantBillId', c.merchant_bill_id)`,
});

/** Writes the lines of a company's bill as its month is now, in place of those before; they come to what the bill says, or it throws. */
export async function writeLines(
  tx: Transaction,
  { tenantId, id }: Pick<Bill, 'tenantId' | 'id'>,
  { issued, recovered }: { issued: number; recovered: number },
): Promise<void> {
  await tx.billLine.deleteMany({ where: { tenantId, billId: id } });
  const { net } = await rowOf<{ net: number }>(
    tx,
    sql`
    WITH written AS (
      INSERT INTO bill_lines (tenant_id, bill_id, merchant_id, issued, back)
      ${liveLines} WHERE c.tenant_id = ${tenantId}::uuid AND c.id = ${id}::uuid
      RETURNING issued - back AS net)
    SELECT coalesce(sum(net), 0)::float8 AS net FROM written`,
  );
  if (net === issued - recovered) return;
  throw new Refusal({
    zh: '发放与回收同各商户明细不一致，不能出账，请联系系统管理员',
    en: 'What was issued and recovered differs from the lines of merchants: tell the system administrator',
  });
}
