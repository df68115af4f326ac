import type { EmployeeRow } from '@xyxlx/contracts/employee';
import type { MerchantRow } from '@xyxlx/contracts/merchant';
import type { Service } from './service.ts';

/** Whom the stub can let pay: the merchants of its tenant, and the people of one of them. */
export interface People {
  merchants: Pick<MerchantRow, 'merchantNo' | 'name'>[];
  chosen: string;
  employees: Pick<EmployeeRow, 'employeeNo' | 'name' | 'availableLimit'>[];
}

/** The merchants that are there, and who works at the one with this number, or at the first. */
export async function peopleOf({ call }: Service, merchantNo: string | null): Promise<People> {
  const { tenant } = await call<{ tenant: { id: string } }>('userAccount/getUser');
  const active = { state: ['ACTIVE'], tenantId: tenant.id };
  const { list: merchants } = await call<{ list: MerchantRow[] }>('merchant/queryMerchant', {
    ...active,
    pageSize: 100,
  });
  const chosen = merchants.find((one) => one.merchantNo === merchantNo) ?? merchants[0];
  if (!chosen) return { merchants, chosen: '', employees: [] };
  const { list: employees } = await call<{ list: EmployeeRow[] }>('employee/queryEmployee', {
    ...active,
    merchantId: chosen.id,
    pageSize: 100,
  });
  return { merchants, chosen: chosen.merchantNo, employees };
}
