import type { InstitutionDetail } from '@xyxlx/contracts/rule-institution';
import { expect } from 'vitest';
import type { TestApi } from './test-api.ts';

/** The tokens of who writes policies and of who approves them. */
export interface PolicyMakers {
  maker: string;
  checker: string;
}

let count = 0;

/** The form of a policy for one employee: at most 50 yuan a payment, what is above is the employee's. */
export function policyForm(employeeId: string, given: object = {}) {
  count += 1;
  return {
    name: `制度${count}`,
    categories: ['MEAL'],
    priority: 1,
    excess: 'SPLIT',
    validFrom: '2026-01-01',
    scopes: [{ kind: 'EMPLOYEE', ids: [employeeId] }],
    rules: [{ conditions: [{ factor: 'PER_PAYMENT', operator: 'LE', value: 5_000 }] }],
    ...given,
  };
}

/** The limit of an employee at work in the first tenant, with more than 300 yuan that do not end. */
export async function payerOfPolicies({ deps: { database } }: TestApi) {
  const { id: tenantId } = await database.prisma.tenant.findUniqueOrThrow({ where: { code: 'huadong' } });
  return database.prisma.limitAccount.findFirstOrThrow({
    where: {
      tenantId,
      available: { gt: 30_000 },
      expiresAt: null,
      employee: { state: 'ACTIVE', merchant: { state: 'ACTIVE' } },
    },
    orderBy: { id: 'asc' },
  });
}

/** Hands in what of a policy is a draft, and has it approved. */
export async function publishDraft(
  api: TestApi,
  { maker, checker }: PolicyMakers,
  { id, version }: Pick<InstitutionDetail, 'id' | 'version'>,
): Promise<InstitutionDetail> {
  const handedIn = await api.call('rule/submitInstitution', { id, version, reason: '需要' }, maker);
  expect(handedIn.body).toMatchObject({ code: 200 });
  const waiting = await api.deps.database.prisma.approval.findMany({
    where: { subjectId: id, state: 'PENDING' },
  });
  expect(waiting).toHaveLength(1);
  const approved = await api.call('approval/approve', { id: waiting[0]?.id }, checker);
  expect(approved.body).toMatchObject({ code: 200 });
  return (await api.call('rule/getInstitution', { id }, maker)).body.result;
}

/** Adds a policy and has it approved. */
export async function publishPolicy(
  api: TestApi,
  makers: PolicyMakers,
  form: object,
): Promise<InstitutionDetail> {
  const added = await api.call('rule/addInstitution', form, makers.maker);
  expect(added.body).toMatchObject({ code: 200 });
  return publishDraft(api, makers, added.body.result);
}
