import { randomUUID } from 'node:crypto';
import type { CardState } from '@xyxlx/contracts/card-kinds';
import { keepNumber, newCardNumber } from '../../apps/api/src/areas/card/card-number.ts';
import { loadCards } from '../../apps/api/src/areas/card/load-cards.ts';
import type { TestApi } from './test-api.ts';

/** Whose card it is: an employee at a unit, and the company behind. */
export interface CardHolder {
  tenantId: string;
  employeeId: string;
  merchantId: string;
  companyId: string;
}

/** An employee of a tenant whose unit belongs to a company. */
export async function cardHolder(api: TestApi, tenantId: string): Promise<CardHolder> {
  const { id, merchantId, merchant } = await api.deps.database.prisma.employee.findFirstOrThrow({
    where: { tenantId, state: 'ACTIVE', merchant: { companyId: { not: null } } },
    orderBy: { id: 'asc' },
    include: { merchant: true },
  });
  return { tenantId, employeeId: id, merchantId, companyId: merchant.companyId as string };
}

/** A product in a tenant, as a draft. */
export async function cardProduct(api: TestApi, tenantId: string, change: object = {}): Promise<string> {
  const code = `T${randomUUID().slice(0, 8).toUpperCase()}`;
  const { id } = await api.deps.database.prisma.cardProduct.create({
    data: {
      ...{ tenantId, code, name: '测试卡', form: 'PHYSICAL', naming: 'NAMED', faces: [100_000n] },
      ...{ makingFee: 0n, reloadable: true, ...change },
    },
  });
  return id;
}

/** A file of cards that was imported for a unit. */
export async function recordCardImport(api: TestApi, { tenantId, merchantId }: CardHolder): Promise<void> {
  const { prisma } = api.deps.database;
  const { name } = await prisma.merchant.findFirstOrThrow({ where: { tenantId, id: merchantId } });
  await prisma.job.create({
    data: {
      ...{ tenantId, kind: 'importCards', state: 'SUCCEEDED', permission: 'card.import', origin: {} },
      payload: { params: { tenantId, merchantId, merchantName: name }, header: [], rows: 0, report: null },
      ...{ createdById: randomUUID(), createdBy: '财务经办' },
    },
  });
}

/** What a card in a state was before, from stock on. */
const ways: Record<Exclude<CardState, 'STOCK'>, readonly CardState[]> = {
  PENDING: ['PENDING'],
  ACTIVE: ['PENDING', 'ACTIVE'],
  FROZEN: ['PENDING', 'ACTIVE', 'FROZEN'],
  LOST: ['PENDING', 'ACTIVE', 'LOST'],
  EXPIRED: ['PENDING', 'ACTIVE', 'EXPIRED'],
  REPLACED: ['PENDING', 'ACTIVE', 'LOST', 'REPLACED'],
  REDEEMED: ['PENDING', 'ACTIVE', 'REDEEMED'],
  CANCELLED: ['CANCELLED'],
};

interface MadeCard extends Partial<CardHolder> {
  tenantId: string;
  merchantId: string;
  companyId: string;
  productId: string;
  naming?: 'NAMED' | 'ANONYMOUS';
  state?: CardState;
  /** In fen. */
  faceAmount?: number;
  /** In fen; loaded from the company's fund. */
  balance?: number;
  pan?: string;
  /** The tenant's own number of it. */
  cardNo?: string;
}

/** A card in a state, written step by step as the database wants it. */
export async function madeCard(
  api: TestApi,
  { tenantId, merchantId, companyId, employeeId, productId, naming = 'NAMED', ...wanted }: MadeCard,
): Promise<string> {
  const { state = 'ACTIVE', balance = 0, faceAmount = 100_000, pan = newCardNumber() } = wanted;
  const { prisma } = api.deps.database;
  const id = randomUUID();
  const { cardNo = `TC${id.slice(0, 8).toUpperCase()}` } = wanted;
  const at = api.clock.businessNow();
  const where = { tenantId_id: { tenantId, id } };
  await prisma.card.create({
    data: {
      ...{ id, tenantId, cardNo, productId, form: 'PHYSICAL', naming },
      ...{ faceAmount, merchantId, companyId, cap: 500_000n, createdAt: at },
      ...keepNumber(api.deps.dataKeys, id, pan),
      ...(naming === 'NAMED' && { employeeId: employeeId ?? null }),
    },
  });
  for (const step of state === 'STOCK' ? [] : ways[state]) {
    await prisma.card.update({
      where,
      data: {
        state: step,
        eventSeq: { increment: 1 },
        ...(step === 'ACTIVE' && { activatedAt: at, expiresAt: naming === 'ANONYMOUS' ? at : null }),
        ...(step === 'FROZEN' && { frozenBy: 'OPERATOR' }),
        ...(step === 'LOST' && { stateBefore: 'ACTIVE' }),
        ...(step === 'REPLACED' && { stateBefore: null }),
        ...(step === 'EXPIRED' && { expiresAt: at }),
      },
    });
    if (step !== 'ACTIVE' || balance === 0) continue;
    const card = {
      id,
      companyId,
      cardNo,
      faceAmount: BigInt(balance),
      replacesId: null,
      orderLineId: null,
    };
    await prisma.$transaction(async (tx) => {
      await tx.fundAccount.update({
        where: { tenantId_companyId_kind: { tenantId, companyId, kind: 'ENTERPRISE' } },
        data: { frozen: { increment: balance } },
      });
      await loadCards(tx, tenantId, [card], { by: '测试', now: at });
    });
  }
  return id;
}
