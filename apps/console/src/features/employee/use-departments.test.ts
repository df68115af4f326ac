import { expect, test } from 'vitest';
import { inTreeOrder } from './use-departments.ts';

const department = (id: string, parentId: string | null) => ({
  id,
  parentId,
  name: id.toUpperCase(),
  employeeCount: 0,
  version: 1,
});

test('departments stand below their parents with their whole path', () => {
  const all = [department('b1', 'b'), department('a', null), department('b', null), department('b2', 'b1')];
  expect(inTreeOrder(all).map(({ label }) => label)).toEqual(['A', 'B', 'B / B1', 'B / B1 / B2']);
});
