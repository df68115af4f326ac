import { randomUUID } from 'node:crypto';
import type { CardDetail } from '@xyxlx/contracts/card';
import { expect } from 'vitest';
import { inTransaction } from '../../apps/api/src/platform/db/transaction.ts';
import { lockAccounts } from '../../apps/api/src/platform/fund/fund.ts';
import { holdFund } from '../../apps/api/src/platform/fund/fund-hold.ts';
import { type CardHolder, cardHolder, cardProduct, madeCard } from './cards.ts';
import { operator } from './operator.ts';
import { boundChannel, boundSecret, newNonce, type Signing, signedHeaders } from './signed-call.ts';
import type { TestApi } from './test-api.ts';

const permissions = [
  'card.view',
  'card.edit',
  'card.product',
  'card.approve',
  'consumption.view',
  'consumption.refund',
  'topup.edit',
  'employee.view',
  'employee.edit',
];
const reason = '客户来电';

/** A tenant's card desk: a clerk, a checker, a holder, and a channel that asks cards for money. */
export async function cardDesk(api: TestApi, tenantId: string) {
  const { prisma } = api.deps.database;
  const clerk = (await operator(api, '卡务', { permissions })).token;
  const checker = (await operator(api, '复核', { permissions })).token;
  const whose: CardHolder = await cardHolder(api, tenantId);
  const products = {
    NAMED: await cardProduct(api, tenantId),
    ANONYMOUS: await cardProduct(api, tenantId, { naming: 'ANONYMOUS' }),
  };
  const channel: Signing = await boundChannel(api, tenantId, { channel: 'UNIONPAY' });
  const payee = await prisma.merchant.findFirstOrThrow({ where: { tenantId, state: 'ACTIVE' } });

  const call = async (path: string, input: object, token = clerk) =>
    (await api.call(path, input, token)).body;
  const card = async (id: string): Promise<CardDetail> => (await call('card/getCard', { id })).result;
  return {
    ...{ clerk, checker, whose, products, channel, call, card },

    /** From noon of a day in Asia/Shanghai on. */
    at: (day: string) => api.clock.setBusinessOffset(Date.parse(`${day}T04:00:00Z`) - Date.now()),

    /** A card with so much on it, in fen, that its company paid for; active since now. */
    async loaded(
      faceAmount: number,
      {
        naming = 'NAMED',
        months = null,
        ...holder
      }: Partial<CardHolder> & { naming?: 'NAMED' | 'ANONYMOUS'; months?: number | null } = {},
    ): Promise<string> {
      const given = { ...whose, ...holder, naming, productId: products[naming], faceAmount };
      const id = await madeCard(api, { ...given, state: 'PENDING' });
      await prisma.card.update({ where: { tenantId_id: { tenantId, id } }, data: { months } });
      await inTransaction(api.deps.database, async (tx) => {
        const now = api.clock.businessNow();
        const locked = await lockAccounts(tx, [{ ...whose, kind: 'ENTERPRISE' }]);
        const accountId = locked.get(`${whose.companyId} ENTERPRISE`)?.id as string;
        const hold = { accountId, amount: faceAmount, sourceNo: 'C', by: '测试' };
        await holdFund(tx, { tenantId, source: { type: 'card', id }, now }, hold);
      });
      const { result } = await call('card/activateCard', { ids: [id], reason });
      expect(result).toMatchObject({ done: 1 });
      return id;
    },

    /** What became of one card of a bulk action. */
    one: async (action: string, id: string, given: object = {}, token = clerk) =>
      (await call(`card/${action}`, { ids: [id], reason, ...given }, token)).result.rows[0],

    replace: async (id: string, given: object = {}) =>
      call('card/replaceCard', { id, version: (await card(id)).version, feeAmount: 0, reason, ...given }),

    decide: (approvalId: string | null, how: 'approve' | 'reject' = 'approve', token = checker) =>
      call(`approval/${how}`, { id: approvalId, ...(how === 'reject' && { reason }) }, token),

    /** What the channel is answered when it asks a card for money. */
    async authorize(
      cardNo: string,
      amount: number,
      reference = `A-${newNonce()}`,
      payeeMerchantNo = payee.merchantNo,
    ) {
      return (await send('authorize', { cardNo, reference, amount, mcc: '5812', payeeMerchantNo })).result;
    },
    reverse: async (reference: string, amount?: number) =>
      (await send('reverse', { reference, reverseNo: `R-${randomUUID()}`, amount })).result,

    /** The whole answer to a channel that takes what an authorization holds. */
    capture: (
      reference: string,
      amount: number,
      { captureNo = `K-${randomUUID()}`, final = false }: { captureNo?: string; final?: boolean } = {},
    ) => send('capture', { reference, captureNo, amount, final }),

    /** What is on a card, and what of it is held, in fen. */
    moneyOn: async (id: string) => {
      const { balance, heldBalance } = await card(id);
      return { balance, held: heldBalance };
    },

    /** What the channel is answered to any signed call. */
    send,

    fund: async () => {
      const key = { tenantId, companyId: whose.companyId, kind: 'ENTERPRISE' } as const;
      const found = await prisma.fundAccount.findUniqueOrThrow({ where: { tenantId_companyId_kind: key } });
      return { balance: Number(found.balance), frozen: Number(found.frozen) };
    },

    /** The legs that followed from a row, in their order. */
    legs: async (sourceId: string) => {
      const found = await prisma.ledgerPosting.findMany({
        where: { tenantId, sourceId },
        orderBy: { leg: 'asc' },
      });
      return found.map(({ kind, debitRole, creditRole, amount }) => [
        kind,
        debitRole,
        creditRole,
        Number(amount),
      ]);
    },
  };

  /** As the desk's channel calls, or another that is bound. */
  async function send(action: string, input: object, path = `card/${action}`, bindingId = channel.bindingId) {
    const signing = bindingId === channel.bindingId ? channel : await boundSecret(api, tenantId, bindingId);
    const body = JSON.stringify(input);
    const headers = signedHeaders(signing, path, body, { at: api.clock.now() });
    const answer = await fetch(`${api.url}/xyxlx/${path}`, { method: 'POST', headers, body });
    return JSON.parse(await answer.text());
  }
}

export type CardDesk = Awaited<ReturnType<typeof cardDesk>>;
