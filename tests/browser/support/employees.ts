import type { APIRequestContext } from 'playwright/test';
import { accounts, post } from './console.ts';
import { tokenOf } from './records.ts';

export interface NewEmployee {
  id: string;
  employeeNo: string;
  name: string;
  availableLimit: number;
}

/** An active employee of tenant A, for one test alone, with a limit of so many fen. */
export async function newEmployee(
  request: APIRequestContext,
  limit = 0,
  called?: string,
): Promise<NewEmployee> {
  const { topMerchants } = await post(request, 'home/getHome', {}, await tokenOf(request, accounts.maker));
  const token = await tokenOf(request);
  const tail = `${String(Date.now()).slice(-4)}${String(Math.random()).slice(2, 6)}`;
  const { id, employeeNo, name } = await post(
    request,
    'employee/addEmployee',
    {
      // Not the first: batches are exported from that one.
      merchantId: topMerchants[1].merchant.id,
      employeeNo: `N${tail}`,
      name: called ?? `测试员工${tail}`,
      mobile: `136${tail}`,
      email: null,
      departmentId: null,
      labels: [],
      grade: null,
      hiredOn: '2026-11-02',
    },
    token,
  );
  await post(request, 'employee/activateEmployee', { ids: [id] }, token);
  if (limit > 0) {
    const increase = { employeeId: id, type: 'INCREASE', amount: limit, reason: '测试额度' };
    await post(request, 'limit/adjustLimit', increase, token);
  }
  return { id, employeeNo, name, availableLimit: limit };
}
