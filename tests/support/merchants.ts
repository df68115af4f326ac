import { creditCodeCheck } from '@xyxlx/contracts/credit-code';
import type { TestApi } from './test-api.ts';

let added = 0;

/** A merchant as a form would send it, another one each time. */
export function merchantForm(change: object = {}) {
  added += 1;
  const first17 = `91310115${String(600_000_000 + added)}`;
  return {
    name: `待审商户${added}`,
    shortName: '待审',
    creditCode: first17 + creditCodeCheck(first17),
    contactName: '张三',
    contactMobile: '13912345678',
    companyId: null,
    brandId: null,
    platformId: null,
    mcc: '5812',
    region: '上海市',
    settlementBank: '招商银行',
    settlementAccount: '6222000000001234',
    ...change,
  };
}

/** Registers a merchant, which waits for approval. */
export async function registerMerchant(api: TestApi, token: string, change: object = {}) {
  const form = merchantForm(change);
  const { body } = await api.call('merchant/addMerchant', form, token);
  return { ...(body.result as { id: string; version: number }), form };
}
