import type { CardOrderDetail } from '@xyxlx/contracts/card-order';
import { connect } from '@xyxlx/database/connect';
import { expect } from 'vitest';
import { type CardHolder, cardHolder, cardProduct } from './cards.ts';
import { operator } from './operator.ts';
import type { TestApi } from './test-api.ts';

/** One line of an order. */
interface Wanted {
  productId: string;
  faceAmount: number;
  quantity: number;
}

/** Where orders are brought on their way by whoever may. */
export interface OrderDesk {
  holder: CardHolder;
  /** A product that is sold. */
  soldProduct(change: object): Promise<string>;
  /** An answer of an action of the area. */
  call(
    action: string,
    input: object,
  ): Promise<{ code: number; msg: string; result: CardOrderDetail & { approvalId: string } }>;
  shown(id: string): Promise<CardOrderDetail>;
  /** What somebody else answers when they decide on what was handed in. */
  decide(
    action: 'approve' | 'reject',
    approvalId: string,
  ): Promise<{ code: number; msg: string; result: unknown }>;
  /** An order that somebody else agreed to and that is paid from the fund. */
  paid(lines: readonly Wanted[]): Promise<CardOrderDetail>;
}

/** A desk in a tenant, whose company is certified; orders are made, paid, made and sent by one, approved by another. */
export async function openOrderDesk(api: TestApi, tenantId: string): Promise<OrderDesk> {
  const { prisma } = api.deps.database;
  const permissions = ['order.view', 'order.edit', 'order.ship'];
  const { token } = await operator(api, '订单经办', { permissions });
  const { token: checker } = await operator(api, '订单复核', {
    permissions: ['order.view', 'order.approve'],
  });
  const holder = await cardHolder(api, tenantId);
  await prisma.company.update({
    where: { tenantId_id: { tenantId, id: holder.companyId } },
    data: { certification: 'VERIFIED' },
  });
  const call: OrderDesk['call'] = async (action, input) =>
    (await api.call(`order/${action}`, input, token)).body;
  const done = async (action: string, input: object) => {
    const { code, msg, result } = await call(action, input);
    expect([action, code, msg]).toEqual([action, 200, '']);
    return result;
  };
  const decide: OrderDesk['decide'] = async (action, id) =>
    (await api.call(`approval/${action}`, { id, ...(action === 'reject' && { reason: '不同意' }) }, checker))
      .body;
  return {
    holder,
    soldProduct: async (change) => {
      const id = await cardProduct(api, tenantId, change);
      const owner = await connect(api.databaseUrl);
      await owner.query('SET session_replication_role = replica');
      await owner.query(`UPDATE card_products SET state = 'ENABLED' WHERE id = $1`, [id]);
      await owner.end();
      return id;
    },
    call,
    decide,
    shown: (id) => done('getOrder', { id }),
    paid: async (lines) => {
      const { merchantId } = holder;
      const order = { merchantId, lines, payMethod: 'FUND', address: '上海市南京西路 1 号' };
      const { id, approvalId } = await done('addOrder', order);
      expect(await decide('approve', approvalId)).toMatchObject({ code: 200 });
      const { version } = await done('getOrder', { id });
      return done('payOrder', { id, version });
    },
  };
}
