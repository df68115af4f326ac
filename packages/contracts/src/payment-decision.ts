import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id } from './fields.ts';
import { decision } from './rule-decision.ts';

/** Why a payment was let through or declined; a part of the area of payments. */
export const paymentDecision = {
  explainDecision: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'consumption.view',
    summary: { zh: '该笔支付的制度判断', en: 'What the policies said of a payment' },
    input: z.strictObject({ id }),
    /** Null: no policy had a say in it. */
    output: decision.nullable(),
  }),
};
