import type { CardOrderDetail, OrderRules } from '@xyxlx/contracts/card-order';
import { ownOrder as contract, type ProductOnSale } from '@xyxlx/contracts/own-order';
import type { CardOrder } from '@xyxlx/database/client/client';
import type { Call } from '../../core/call.ts';
import { recordMissing } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { type Queryable, raw, rowsOf, type Sql, sql } from '../../platform/db/sql.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { oneOf } from '../../platform/lists/conditions.ts';
import { listOf } from '../../platform/lists/list.ts';
import { artOf } from '../card/art-path.ts';
import { oneOrder, orderJoins, orderRow } from '../order/order.sql.ts';
import { orderRulesOf } from '../order/order-rules.ts';

/** The orders that the caller made, whoever they are for. */
function madeByOneself({ tenantId, userId }: Session, alias: string): Sql {
  return sql`${raw(alias)}.tenant_id = ${tenantId}::uuid AND ${raw(alias)}.created_by_id = ${userId}::uuid`;
}

/** The caller's own orders. */
export const ownOrders = listOf(contract.queryOrder, {
  from: 'card_orders',
  alias: 'c',
  scope: madeByOneself,
  filters: { state: oneOf('c.state') },
  sort: { createdAt: { column: 'c.created_at', type: 'timestamptz' } },
  usual: ['createdAt', 'desc'],
  joins: orderJoins,
  row: orderRow,
});

/** One of the caller's own orders; throws 406 for another's. */
export function ownOrderOf(client: Queryable, session: Session, id: string): Promise<CardOrderDetail> {
  return oneOrder(client, sql`c.id = ${id}::uuid AND ${madeByOneself(session, 'c')}`);
}

/** Locks one of the caller's own orders; throws 406 for another's. */
export async function lockOwnOrder(tx: Transaction, session: Session, id: string): Promise<CardOrder> {
  const { tenantId } = session;
  const [own] = await rowsOf(
    tx,
    sql`SELECT FROM card_orders c WHERE c.id = ${id}::uuid AND ${madeByOneself(session, 'c')} FOR NO KEY UPDATE`,
  );
  if (!own) throw recordMissing();
  return tx.cardOrder.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id } } });
}

/** The products that the caller's tenant sells (it has few of them), and what it says of orders. */
export async function productsOnSale({
  session,
  deps,
}: Call<unknown, Session>): Promise<{ list: ProductOnSale[]; rules: OrderRules }> {
  const rows = await rowsOf<{ row: ProductOnSale }>(
    deps.database.pool,
    sql`SELECT json_build_object('id', p.id, 'code', p.code, 'name', p.name, 'form', p.form, 'naming', p.naming, 'artUrl', ${artOf('p')},
          'months', p.months, 'faces', p.faces, 'faceMin', p.face_min, 'faceMax', p.face_max, 'makingFee', p.making_fee) AS row
        FROM card_products p WHERE p.tenant_id = ${session.tenantId}::uuid AND p.state = 'ENABLED' ORDER BY p.name, p.id LIMIT 200`,
  );
  return {
    list: rows.map(({ row }) => row),
    rules: await orderRulesOf(deps.database.pool, session.tenantId),
  };
}
