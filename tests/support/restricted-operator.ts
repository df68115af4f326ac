import { expect } from 'vitest';
import { operator } from './operator.ts';
import type { TestApi } from './test-api.ts';

const hour = 3_600_000;

/** The token of an operator of the seeded tenant A whom compliance lets move no money for an hour, from `after` ms of the business clock on. */
export async function restrictedOperator(
  api: TestApi,
  permissions: readonly string[],
  after = 0,
): Promise<string> {
  const officer = await operator(api, '合规专员', {
    permissions: ['compliance.view', 'compliance.settings'],
  });
  const { token, session } = await operator(api, '经办', { permissions: [...permissions] });
  const from = api.clock.businessNow().getTime() + after;
  const entry = { list: 'BLACK', subjectType: 'OPERATOR', subjectId: session.userId, reason: '涉嫌串通' };
  const span = { from: new Date(from).toISOString(), to: new Date(from + hour).toISOString() };
  const { body } = await api.call('compliance/addEntry', { ...entry, ...span }, officer.token);
  expect(body.code).toBe(200);
  return token;
}
