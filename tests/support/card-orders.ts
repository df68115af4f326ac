import { randomUUID } from 'node:crypto';
import type { CardOrderState } from '@xyxlx/contracts/card-order-kinds';
import { connect } from '@xyxlx/database/connect';
import { cardHolder, cardProduct } from './cards.ts';
import type { TestApi } from './test-api.ts';

/** In which an order is paid, and in which it was sent and earned. */
const [paidStates, earnedStates] = [
  ['PAID', 'MAKING', 'TO_SHIP', 'SHIPPED', 'DONE'],
  ['SHIPPED', 'DONE'],
];

/** An order of one card for 1 yuan in a state, with its payment and parcel where it has them, but without its card; its row. */
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
  return api.deps.database.prisma.cardOrder.create({
    data: {
      ...{ tenantId, merchantId, companyId, orderNo: `KD-${randomUUID().slice(0, 8)}`, state },
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
