import { randomUUID } from 'node:crypto';
import type { CardOrderState } from '@xyxlx/contracts/card-order-kinds';
import type { CardOrder } from '@xyxlx/database/client/client';
import { connect } from '@xyxlx/database/connect';
import { cardHolder, cardProduct } from './cards.ts';
import type { TestApi } from './test-api.ts';

/** In which an order is paid, and in which it was sent and earned. */
const [paidStates, earnedStates] = [
  ['PAID', 'MAKING', 'TO_SHIP', 'SHIPPED', 'DONE', 'REFUNDING', 'REFUNDED'],
  ['SHIPPED', 'DONE'],
];

/** An order of one card for 1 yuan in a state, with its payment, parcel and refund where it has them, but without its card; its row. */
export async function recordOrder(
  api: TestApi,
  { tenantId, state = 'SUBMITTED' }: { tenantId: string; state?: CardOrderState },
) {
  const { merchantId, companyId } = await cardHolder(api, tenantId);
  const productId = await cardProduct(api, tenantId);
  const at = api.clock.businessNow();
  const [amount, fee, parcelFee] = [100n, 1_200n, 1_200n];
  const payable = amount + fee;
  const [isPaid, isEarned] = [paidStates.includes(state), earnedStates.includes(state)];
  const line = { lineNo: 1, form: 'PHYSICAL', naming: 'NAMED', faceAmount: amount, makingFee: 0n } as const;
  const { prisma } = api.deps.database;
  const order = await prisma.cardOrder.create({
    data: {
      ...{ tenantId, merchantId, companyId, orderNo: `KD-${randomUUID().slice(0, 8)}` },
      state: state === 'REFUNDING' || state === 'REFUNDED' ? 'PAID' : state,
      ...{ quantity: 1, amount, parcelFee, fee, payable, paid: isPaid ? payable : 0n, payMethod: 'FUND' },
      ...{ address: '上海市南京西路 1 号', closesAt: new Date('2099-01-01'), createdAt: at, updatedAt: at },
      createdBy: '经办',
      ...(isEarned && { earnedAt: at, shippedAt: at, carrier: '顺丰速运', trackingNo: 'SF1000000001' }),
      ...(state === 'DONE' && { receivedAt: at }),
      lines: { create: { ...line, productId, quantity: 1 } },
      ...(isPaid && {
        payment: { create: { method: 'FUND', amount: payable, paidAt: at, createdBy: '经办' } },
      }),
    },
  });
  if (state === 'REFUNDING' || state === 'REFUNDED') await recordRefund(api, order, state);
  return prisma.cardOrder.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id: order.id } } });
}

/** A refund of all of a paid order, which waits, or was done without anybody's word. */
async function recordRefund(
  api: TestApi,
  { tenantId, id, payable, fee, createdAt: at }: CardOrder,
  state: 'REFUNDING' | 'REFUNDED',
): Promise<void> {
  const isDone = state === 'REFUNDED';
  const owner = await connect(api.databaseUrl);
  await owner.query('SET session_replication_role = replica');
  await owner.query(
    `WITH refund AS (
       INSERT INTO card_order_refunds (tenant_id, refund_no, order_id, quantity, amount, fee, reason, state, done_at, created_at, created_by, updated_at,
         updated_by)
       VALUES ($1, 'KT-' || $2::uuid::text, $2::uuid, 1, $3, $4, '多订了', $5, $6, $7, '经办', $7, '经办') RETURNING id),
     line AS (
       INSERT INTO card_order_refund_lines (tenant_id, refund_id, line_id, quantity, unmade)
       SELECT $1, r.id, l.id, 1, $8 FROM refund r, card_order_lines l WHERE l.tenant_id = $1 AND l.order_id = $2::uuid)
     UPDATE card_orders SET state = $9, state_before = $10, refunded = $11, refunded_fee = $12 WHERE tenant_id = $1 AND id = $2::uuid`,
    [
      ...[tenantId, id, payable, fee, isDone ? 'DONE' : 'SUBMITTED', isDone ? at : null, at, isDone ? 1 : 0],
      ...[state, isDone ? null : 'PAID', isDone ? payable : 0, isDone ? fee : 0],
    ],
  );
  await owner.end();
}

/** A product in a tenant that is sold, past its checker. */
export async function soldProduct(api: TestApi, tenantId: string, change: object = {}): Promise<string> {
  const id = await cardProduct(api, tenantId, change);
  const owner = await connect(api.databaseUrl);
  await owner.query('SET session_replication_role = replica');
  await owner.query(`UPDATE card_products SET state = 'ENABLED' WHERE tenant_id = $1 AND id = $2`, [
    tenantId,
    id,
  ]);
  await owner.end();
  return id;
}
