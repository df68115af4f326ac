import { expect } from 'vitest';
import type { TestApi } from './test-api.ts';

/** Expects that everything that must always hold does, in the words of what doesn't. */
export async function expectInvariants(api: TestApi): Promise<void> {
  const { body } = await api.call('dev/invariants');
  const broken = body.result.list.filter(({ ok }: { ok: boolean }) => !ok);
  expect(broken).toEqual([]);
}
