import { type APIRequestContext, expect } from 'playwright/test';
import { newCardNumber } from '../../../apps/api/src/areas/card/card-number.ts';
import { soldProduct } from './card-orders.ts';
import { post } from './console.ts';
import { tokenOf } from './records.ts';

export interface GivenCard {
  id: string;
  cardNo: string;
  maskedPan: string;
}

/** Cards of a product of their own with so many yuan on each, imported and given to an employee: the one of that mobile, or any. */
export async function givenCards(
  request: APIRequestContext,
  balances: readonly number[],
  mobile = '',
): Promise<{ token: string; cards: GivenCard[] }> {
  const token = await tokenOf(request);
  const call = (path: string, data: object) => post(request, path, data, token);
  const { productId, code } = await soldProduct(request, {
    ...{ form: 'VIRTUAL', faces: [100_000], makingFee: 0 },
  });
  const wanted = { state: ['ACTIVE'], pageSize: 1, ...(mobile && { keyword: mobile }) };
  const [{ id: employeeId, employeeNo, merchant }] = (await call('employee/queryEmployee', wanted)).list;
  const lines = balances.map((yuan) => `${newCardNumber()},${code},${employeeNo},${yuan || ''},`);
  const file = ['卡号,产品编码,工号,初始余额(元),有效期', ...lines].join('\n');
  const answer = await request.post('/xyxlx/card/importCards', {
    headers: { Authorization: token },
    multipart: {
      merchantId: merchant.id,
      file: { name: `${code}.csv`, mimeType: 'text/csv', buffer: Buffer.from(file) },
    },
  });
  const { jobId } = (await answer.json()).result;
  const reaches = (state: string) =>
    expect.poll(async () => (await call('job/getJob', { id: jobId })).state).toBe(state);
  await reaches('WAITING_CONFIRM');
  await call('job/confirmImport', { id: jobId });
  await reaches('SUCCEEDED');
  const { list } = await call('card/queryCard', { productId, pageSize: 50 });
  for (const { id, version } of list)
    await call('card/assignCard', { id, version, employeeId, reason: '领卡' });
  return { token, cards: list };
}
