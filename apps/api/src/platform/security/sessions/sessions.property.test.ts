import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addressesOf,
  createTestDatabase,
  type TestDatabase,
} from '../../../../../../tests/support/test-database.ts';
import { WireFailure } from '../../../core/errors.ts';
import { connectDatabase, type Database } from '../../db/database.ts';
import { makeSessions } from './sessions.ts';
import { makeTokens } from './token.ts';

const second = 1000;
const minute = 60 * second;
const accessTtl = 10 * minute;
const lifetimes = { refreshIdleTtl: 30 * minute, sessionMaxTtl: 120 * minute, refreshGrace: 30 * second };
const device = { device: 'property test', ip: '127.0.0.1' };

let testDatabase: TestDatabase;
let database: Database;
let owner: { userId: string; tenantId: string };
let now = 0;
beforeAll(async () => {
  testDatabase = await createTestDatabase({ seed: 'small' });
  database = connectDatabase(await addressesOf(testDatabase), 4, 10_000);
  owner = await database.prisma.membership.findFirstOrThrow({ where: { user: { mobile: '13800000002' } } });
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

/** What the specification says of one session, in words of its own: nothing here calls the code under test. */
function makeModel(start: number) {
  const born = [start];
  let confirmed = 0;
  let expiredUpTo = 0;
  let revoked = false;
  const current = () => born.length;
  const bornAt = (gen: number) => born[gen - 1] as number;
  const isOver = () =>
    revoked || now >= start + lifetimes.sessionMaxTtl || now >= bornAt(current()) + lifetimes.refreshIdleTtl;
  const isUnexpired = (gen: number) => gen > expiredUpTo && now < bornAt(gen) + accessTtl;

  return {
    current,
    expireToken: () => {
      expiredUpTo = current();
    },
    end: () => {
      revoked = true;
    },
    /** The answer to a request with the token of a generation. */
    use: (gen: number): 'goes on' | 402 | 403 => {
      if (isOver()) return 403;
      if (!isUnexpired(gen)) return 402;
      if (gen === current()) confirmed = gen;
      return gen >= current() - 1 ? 'goes on' : 402;
    },
    /** The generation whose token a refresh answers. */
    refresh: (gen: number): { gen: number } | 403 => {
      if (isOver()) return 403;
      if (gen === current() && isUnexpired(gen) && now < bornAt(gen) + minute) return { gen };
      if (gen === current()) return { gen: born.push(now) };
      const inGrace = confirmed < current() || now <= bornAt(current()) + lifetimes.refreshGrace;
      if (gen === current() - 1 && inGrace) return { gen: current() };
      revoked = true;
      return 403;
    },
  };
}

async function codeOf(work: Promise<unknown>): Promise<number | 'goes on'> {
  try {
    await work;
    return 'goes on';
  } catch (error) {
    if (error instanceof WireFailure) return error.code;
    throw error;
  }
}

/** `back`: how many generations before the current one the token is. */
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('use' as const), back: fc.integer({ min: 0, max: 3 }) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('refresh' as const), back: fc.integer({ min: 0, max: 2 }) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      ms: fc.constantFrom(
        1,
        999,
        29 * second,
        30 * second,
        31 * second,
        minute,
        9 * minute,
        accessTtl,
        30 * minute,
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('expire' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('end' as const) }) },
);

test('whatever is called in whatever order, a session behaves as the specification’s model of it', async () => {
  const clock = {
    now: () => new Date(now),
    businessNow: () => new Date(now),
    setBusinessOffset: () => undefined,
  };
  const tokens = makeTokens(['a secret for the property test of sessions'], accessTtl);
  const sessions = makeSessions(database, tokens, clock, lifetimes);

  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      now = Date.UTC(2026, 0, 5);
      const model = makeModel(now);
      const opened = await sessions.open(database.prisma, owner, device);
      const issued = [opened.token];
      for (const taken of steps) {
        if (taken.do === 'wait') now += taken.ms;
        else if (taken.do === 'end') {
          await sessions.revoke(database.prisma, { id: opened.id }, 'logout');
          model.end();
        } else if (taken.do === 'expire') {
          await database.prisma
            .$executeRaw`UPDATE sessions SET expired_gen = gen WHERE id = ${opened.id}::uuid`;
          model.expireToken();
        } else {
          const gen = Math.max(1, model.current() - taken.back);
          const token = issued[gen - 1] as string;
          if (taken.do === 'use') {
            expect(await codeOf(sessions.authenticate(token))).toBe(model.use(gen));
            continue;
          }
          const expected = model.refresh(gen);
          if (expected === 403) {
            expect(await codeOf(sessions.refresh(token, device))).toBe(403);
            continue;
          }
          const answered = await sessions.refresh(token, device);
          issued[expected.gen - 1] ??= answered;
          expect(answered).toBe(issued[expected.gen - 1]);
          expect(new Set(issued).size).toBe(issued.length);
        }
      }
    }),
    { numRuns: 500 },
  );
});
