import { expect } from 'vitest';
import type { TestApi } from './test-api.ts';

/**
 * Expects no violation of what must always be true; a failure names the violations. `but`: what a test breaks itself that writes flows or
 * times past the service, without the rows that they would follow from.
 */
export async function expectInvariants(api: TestApi, but: readonly string[] = []): Promise<void> {
  const { body } = await api.call('dev/invariants');
  const broken = body.result.list.filter(
    ({ ok, name }: { ok: boolean; name: string }) => !ok && !but.includes(name),
  );
  expect(broken).toEqual([]);
}
