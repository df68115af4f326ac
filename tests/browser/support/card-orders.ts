import type { APIRequestContext } from 'playwright/test';
import { post } from './console.ts';
import { checker, tokenOf, unique } from './records.ts';

/** A product of named cards that is sold: plastic of 3,000 yuan for 5 yuan the making, but for what is given; its id, and its code and name. */
export async function soldProduct(
  request: APIRequestContext,
  given: { form?: 'PHYSICAL' | 'VIRTUAL'; faces?: readonly number[]; makingFee?: number } = {},
): Promise<{ productId: string; code: string }> {
  const token = await tokenOf(request);
  const code = `K${unique()}`;
  const terms = {
    ...{ code, name: code, form: 'PHYSICAL', naming: 'NAMED', faces: [300_000], makingFee: 500 },
    ...{ reloadable: true, mcc: [] },
    ...given,
  };
  const { id, version } = await post(request, 'card/addProduct', terms, token);
  const { approvalId } = await post(request, 'card/submitProduct', { id, version }, token);
  await post(request, 'approval/approve', { id: approvalId }, await tokenOf(request, checker));
  return { productId: id, code };
}

/** Lets somebody else agree to the order of that number; its id. */
export async function agreeToOrder(request: APIRequestContext, no: string): Promise<string> {
  const token = await tokenOf(request, checker);
  const { list } = await post(request, 'order/queryOrder', { keyword: no }, token);
  const of = { subjectType: 'cardOrder', subjectId: list[0].id };
  const { id } = await post(request, 'approval/getSubjectApproval', of, token);
  await post(request, 'approval/approve', { id }, token);
  return list[0].id;
}

/** An order of that many cards for somebody's unit, agreed to by somebody else and paid from its fund. */
export async function paidOrder(
  request: APIRequestContext,
  merchantId: string,
  line: { productId: string; faceAmount: number; quantity: number },
): Promise<{ id: string; no: string }> {
  const token = await tokenOf(request);
  const order = { merchantId, lines: [line], payMethod: 'FUND', address: '上海市静安区南京西路 1 号' };
  const { no } = await post(request, 'order/addOrder', order, token);
  const id = await agreeToOrder(request, no);
  const { version } = await post(request, 'order/getOrder', { id }, token);
  await post(request, 'order/payOrder', { id, version }, token);
  return { id, no };
}
