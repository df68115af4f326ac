import { creditCodeCheck } from '@xyxlx/contracts/credit-code';
import type { APIRequestContext } from 'playwright/test';
import { post } from './console.ts';
import { tokenOf } from './records.ts';

const digits = (count: number) =>
  Array.from({ length: count }, () => Math.floor(Math.random() * 10)).join('');

/** A company that the administrator has added and then moved to another address. */
export async function editedCompany(request: APIRequestContext): Promise<{ id: string; name: string }> {
  const token = await tokenOf(request);
  const name = `分公司${digits(8)}`;
  const first17 = `91310115MA${digits(7)}`;
  const fields = { name, parentId: null, creditCode: first17 + creditCodeCheck(first17), contactName: null };
  const { id, version } = await post(
    request,
    'company/addCompany',
    { ...fields, address: '旧街 1 号' },
    token,
  );
  await post(request, 'company/editCompany', { ...fields, id, version, address: '新街 2 号' }, token);
  return { id, name };
}

/** Such a company, handed in for certification by the administrator. */
export async function companyToCertify(request: APIRequestContext): Promise<{ id: string; name: string }> {
  const company = await editedCompany(request);
  const token = await tokenOf(request);
  const { version } = await post(request, 'company/getCompany', { id: company.id }, token);
  await request.post('/xyxlx/company/submitCertification', {
    data: { id: company.id, version, reason: '材料已齐' },
    headers: { Authorization: token, 'Idempotency-Key': crypto.randomUUID() },
  });
  return company;
}
