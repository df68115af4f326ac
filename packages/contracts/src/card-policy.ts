import { z } from 'zod';
import { endpoint, type Label } from './endpoint.ts';
import { fenPositive, id, reason } from './fields.ts';
import { tenantFilter } from './paging.ts';

/** What the rules for prepaid cards leave to a tenant; amounts in fen. */
const values = {
  /** The most that a named card may hold. */
  namedMax: fenPositive,
  /** The most that an anonymous card may hold. */
  anonymousMax: fenPositive,
  /** The fewest months that an anonymous card is valid from its activation on. */
  anonymousMinMonths: z.int().min(1).max(120),
  /** Whether named cards may have an end. */
  namedExpires: z.boolean(),
  /** Whether anonymous cards can be reported lost. */
  anonymousLoss: z.boolean(),
  /** So many months after its activation a named card can be redeemed. */
  redeemAfterMonths: z.int().min(0).max(120),
  /** From this purchase on whoever buys anonymous cards is known. */
  realNameFrom: fenPositive,
  /** From this purchase on a company pays by transfer. */
  transferOnlyFrom: fenPositive,
};

/** What holds where a tenant has said nothing: 单用途商业预付卡 as the law has it. */
export const usualCardPolicy: CardPolicyValues = {
  namedMax: 500_000,
  anonymousMax: 100_000,
  anonymousMinMonths: 36,
  namedExpires: false,
  anonymousLoss: false,
  redeemAfterMonths: 3,
  realNameFrom: 1_000_000,
  transferOnlyFrom: 500_000,
};

/** What of the policy a checker compares: all of it. */
export const cardPolicyFields = {
  namedMax: { zh: '记名卡限额', en: 'Most on a named card' },
  anonymousMax: { zh: '不记名卡限额', en: 'Most on an anonymous card' },
  anonymousMinMonths: { zh: '不记名卡有效期不少于（月）', en: 'Anonymous cards last at least (months)' },
  namedExpires: { zh: '记名卡可设有效期', en: 'Named cards may end' },
  anonymousLoss: { zh: '不记名卡可挂失', en: 'Anonymous cards can be reported lost' },
  redeemAfterMonths: { zh: '激活满几个月可赎回', en: 'Redeemable after (months)' },
  realNameFrom: { zh: '不记名购卡实名起点', en: 'Real name from' },
  transferOnlyFrom: { zh: '须转账支付起点', en: 'By transfer from' },
} as const satisfies Record<keyof typeof values, Label>;

const cardPolicy = z.strictObject({
  ...values,
  /** What waits for a checker. */
  approvalId: id.nullable(),
  /** How often the tenant has set it; 0: it is as usual. */
  version: z.int().min(0),
});
export type CardPolicy = z.infer<typeof cardPolicy>;
export type CardPolicyValues = Omit<CardPolicy, 'approvalId' | 'version'>;

/** 卡政策: what cards of a tenant may hold, for how long, and how they are bought. */
export const cardPolicies = {
  getPolicy: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'card.view',
    summary: { zh: '卡政策', en: 'What holds for all cards' },
    input: z.strictObject(tenantFilter),
    output: cardPolicy,
  }),
  editPolicy: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'card.product',
    logs: 'cardPolicy',
    summary: { zh: '修改卡政策（须他人审核）', en: 'Change the policy; somebody else approves it' },
    input: z.strictObject({ ...values, version: z.int().min(0), reason }),
    output: cardPolicy,
  }),
};
