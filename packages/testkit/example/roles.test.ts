/** How another project tests against the real service: start it once, go back to the same state before each test. */
import { type Stack, startStack } from '@xyxlx/testkit';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';

// A PostgreSQL and a service start here: on a slow machine that takes longer than a test usually may.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({
    seed: 'small',
    scenario: async ({ signIn }) => {
      const admin = await signIn('13800000001');
      await admin.role.addRole({
        name: '门店巡检',
        dataScope: 'TENANT',
        permissions: ['merchant.view'],
        ceilingAmount: null,
      });
    },
  });
});
beforeEach(() => stack.reset());
afterAll(() => stack.stop());

test('what the scenario made is there, and can be taken away', async () => {
  const admin = await stack.signIn('13800000001');
  const { list } = await admin.role.queryRole({ keyword: '门店巡检' });
  const [role] = list;
  expect(role).toMatchObject({ name: '门店巡检', memberCount: 0 });
  if (role) await admin.role.deleteRole({ id: role.id, version: role.version });
  expect((await admin.role.queryRole({ keyword: '门店巡检' })).total).toBe(0);
});

test('and it is back in the next test', async () => {
  const admin = await stack.signIn('13800000001');
  expect((await admin.role.queryRole({ keyword: '门店巡检' })).total).toBe(1);
  expect(await stack.invariants()).toMatchObject({ ok: true });
});
