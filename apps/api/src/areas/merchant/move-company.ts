import type { Merchant } from '@xyxlx/database/client/client';
import { rowsOf, sql } from '../../platform/db/sql.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { companyBehind, type FundOwner, moveFunds } from '../../platform/fund/fund.ts';

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
 * that of the new one, which its employees' limits are of from then on; they stay as they are otherwise. Throws 406 when the new fund
 * does not cover it.
 */
export async function carryUnspent(
  tx: Transaction,
  { tenantId, merchantId, unspent, approvalId, by, now }: Move,
  save: () => Promise<unknown>,
): Promise<void> {
  const old = await companyBehind(tx, tenantId, merchantId);
  await save();
  const next = await limitsFollow(tx, { tenantId, merchantId });
  if (unspent === 0 || old.companyId === next.companyId) return;
  const flow = { sourceId: approvalId, remark: '商户变更所属公司' };
  await moveFunds(
    tx,
    [
      { ...old, ...flow, kind: 'LIMIT_RECOVER', delta: unspent },
      { ...next, ...flow, kind: 'LIMIT_ISSUE', delta: -unspent },
    ],
    { sourceType: 'approval', by, now },
  );
}

/** Puts the limits of a merchant's employees under the company that stands behind it now, which it returns. */
export async function limitsFollow(
  tx: Transaction,
  { tenantId, merchantId }: Pick<Move, 'tenantId' | 'merchantId'>,
): Promise<FundOwner> {
  const owner = await companyBehind(tx, tenantId, merchantId);
  const { companyId } = owner;
  await tx.limitAccount.updateMany({
    where: { tenantId, merchantId, companyId: { not: companyId } },
    data: { companyId },
  });
  return owner;
}
