import { expect } from 'vitest';
import type { TestApi } from './test-api.ts';

/** Expects no violation of what must always be true; a failure names the violations. */
export async function expectInvariants(api: TestApi): Promise<void> {
  const { body } = await api.call('dev/invariants');
  const broken = body.result.list.filter(({ ok }: { ok: boolean }) => !ok);
  expect(broken).toEqual([]);
}
