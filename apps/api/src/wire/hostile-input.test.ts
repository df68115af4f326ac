import { contract } from '@xyxlx/contracts/contract';
import type { Endpoint } from '@xyxlx/contracts/endpoint';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { sessionOf } from '../../../../tests/support/accounts.ts';
import { boundChannel, type Signing, signedHeaders } from '../../../../tests/support/signed-call.ts';
import { startTestApi, type TestApi } from '../../../../tests/support/test-api.ts';
import { exampleOf, type JsonSchema } from './reference/example-of.ts';

/** Raise it to look further; what it finds belongs into a test of its own. */
const runs = 3;

interface Bounds extends JsonSchema {
  maximum?: number;
  maxItems?: number;
}

let api: TestApi;
let who: { userId: string; tenantId: string };
let channel: Signing;
/** Records that are there, so that handlers get further than "does not exist". */
const ids = ['00000000-0000-4000-8000-000000000000'];

beforeAll(async () => {
  api = await startTestApi();
  const { prisma } = api.deps.database;
  who = await sessionOf(api, await api.signIn('13800000001'));
  channel = await boundChannel(api, who.tenantId);
  const found = await Promise.all([
    prisma.merchant.findFirstOrThrow(),
    prisma.employee.findFirstOrThrow(),
    prisma.company.findFirstOrThrow(),
    prisma.user.findFirstOrThrow({ where: { mobile: '13800000008' } }),
    prisma.role.findFirstOrThrow({ where: { code: 'auditor' } }),
  ]);
  ids.push(...found.map(({ id }) => id));
});
afterAll(() => api.close());

const hostileTexts = [
  '\0',
  '\ud83d',
  '\ufeff',
  "' OR 1=1 --",
  '%_\\',
  '=1+1',
  '../..',
  '\u202e',
  '𠮷',
  '\u0085',
  '1e3',
  '[{}]',
  '长'.repeat(200),
];
const byFormat: Record<string, string[]> = {
  uuid: ids,
  date: ['1900-01-01', '2024-02-29', '2199-12-31', '0001-01-01'],
  'date-time': ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z', '2026-11-21T00:00:00.123456789Z'],
  email: ["o'neil@example.com", 'A@B.CC'],
};

/** Values that fit a schema or nearly do, from its edges rather than its middle. */
function valuesOf(schema: Bounds): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map(valuesOf));
  switch (schema.type) {
    case 'object':
      return objectsOf(schema);
    case 'array':
      return fc.array(valuesOf(schema.items ?? {}), { minLength: schema.minItems ?? 0, maxLength: 3 });
    case 'integer':
    case 'number': {
      const { minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER } = schema;
      return fc.constantFrom(minimum, maximum, Math.min(maximum, Math.max(minimum, 2 ** 31)), 1, 2 ** 53);
    }
    case 'string':
      return textsOf(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.constantFrom(...hostileTexts, { '\0': 1 }, [['\ud83d']]);
  }
}

function objectsOf({ properties = {}, required = [] }: Bounds): fc.Arbitrary<unknown> {
  const parts = Object.entries(properties).map(([name, part]) => [name, valuesOf(part)] as const);
  return fc.record(Object.fromEntries(parts), { requiredKeys: required });
}

function textsOf({ format, pattern, allOf, minLength = 0, maxLength = 300 }: Bounds): fc.Arbitrary<string> {
  const known = format && byFormat[format];
  if (known) return fc.constantFrom(...known);
  const form = pattern ?? allOf?.[0]?.pattern;
  const hostile = fc.constantFrom(
    ...hostileTexts.map((text) => text.padEnd(minLength, 'x').slice(0, maxLength)),
  );
  return form
    ? fc.oneof(fc.constant(String(exampleOf({ type: 'string', pattern: form }))), hostile)
    : hostile;
}

const endpoints = Object.entries(contract)
  .filter(([area]) => area !== 'dev')
  .flatMap(([area, actions]) =>
    Object.entries<Endpoint>(actions)
      .filter(([, { kind }]) => kind !== 'upload')
      .map(([action, { access, input }]) => ({ path: `${area}/${action}`, access, input })),
  );

describe('whatever fits a contract or nearly does is answered, and never with a fault', () => {
  test.each(endpoints)('$path', async ({ path, access, input }) => {
    const { sessions, database } = api.deps;
    const inputs = valuesOf(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Bounds);
    const { token } = await sessions.open(database.prisma, who, { device: '', ip: '' });
    const ask = async (given: unknown) => {
      const body = JSON.stringify(given);
      const answer = await fetch(`${api.url}/xyxlx/${path}`, {
        method: 'POST',
        headers: {
          Authorization: token,
          'Content-Type': 'application/json',
          ...(access === 'signed' && signedHeaders(channel, path, body)),
        },
        body,
      });
      await answer.arrayBuffer();
      expect(answer.status).toBeLessThan(500);
    };
    await fc.assert(fc.asyncProperty(inputs, ask), { numRuns: runs, seed: 1 });
  });
});
