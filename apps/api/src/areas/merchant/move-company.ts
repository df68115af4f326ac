import type { Merchant } from '@xyxlx/database/client/client';
import { rowsOf, sql } from '../../platform/db/sql.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { moveFund } from '../../platform/money/fund.ts';

/** What a merchant's employees have of limits and have not spent, in fen; their accounts stay locked until the transaction ends. */
export async function unspentOf(
  tx: Transaction,
  { tenantId, id }: Pick<Merchant, 'tenantId' | 'id'>,
): Promise<number> {
  const accounts = await rowsOf<{ left: number }>(
    tx,
    sql`SELECT (available + locked)::float8 AS left FROM limit_accounts
      WHERE tenant_id = ${tenantId}::uuid AND merchant_id = ${id}::uuid ORDER BY id FOR UPDATE`,
  );
  return accounts.reduce((sum, { left }) => sum + left, 0);
}

interface Move {
  tenantId: string;
  merchantId: string;
  unspent: number;
  /** What allowed it: the flows name it. */
  approvalId: string;
  by: string;
  now: Date;
}

/**
 * Moves a merchant to another company by `save`: what is unspent goes back to the fund of the old one and is issued again from
 * that of the new one, while the limits themselves stay as they are. Throws 406 when the new fund does not cover it.
 */
export async function carryUnspent(
  tx: Transaction,
  { unspent, approvalId, ...move }: Move,
  save: () => Promise<unknown>,
): Promise<void> {
  const flow = { ...move, source: { type: 'approval', id: approvalId }, remark: '商户变更所属公司' };
  if (unspent > 0) await moveFund(tx, { ...flow, kind: 'LIMIT_RECOVER', delta: unspent });
  await save();
  if (unspent > 0) await moveFund(tx, { ...flow, kind: 'LIMIT_ISSUE', delta: -unspent });
}
