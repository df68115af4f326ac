import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  counted,
  history,
  type Paid,
  play,
  published,
  spanOfCap,
  usageFrom,
} from '../../../../../../tests/support/policy-histories.ts';
import { judge } from './judge.ts';

/** What the decision leaves below each cap that it counts in, in fen or in times; below zero a cap was passed. */
function leftAfter(book: readonly Paid[], { facts, rules, share }: Paid): number[] {
  return rules.flatMap(({ key, caps }) =>
    caps.map((one) => {
      if (one.factor === 'PER_PAYMENT') return one.value - share;
      const { amount, count } = counted(book, key, spanOfCap[one.factor], facts.today.day);
      return one.value - (one.factor.startsWith('COUNT_') ? count : amount);
    }),
  );
}

test('no history passes a cap or the limit, and each fen is the company’s or the employee’s', () => {
  let capped = 0;
  fc.assert(
    fc.property(published, history, (versions, steps) => {
      play(versions, steps, (book, facts, decision) => {
        const { outcome, asked, allowed, personal, by } = decision;
        expect(asked).toBe(facts.amount - facts.personalAmount);
        expect(allowed).toBeGreaterThanOrEqual(0);
        expect(allowed).toBeLessThanOrEqual(Math.min(asked, facts.spendable));
        if (outcome === 'DECLINED') expect([allowed, personal]).toEqual([0, facts.personalAmount]);
        else expect(allowed + personal).toBe(facts.amount);
        if (allowed === 0 || !by) return;
        const paid: Paid = { id: '', facts, rules: by.rules, share: allowed };
        const left = leftAfter([...book, paid], paid);
        expect(Math.min(0, ...left)).toBe(0);
        capped += left.length;
      });
    }),
    { numRuns: 500 },
  );
  expect(capped).toBeGreaterThan(1_000);
});

test('a split leaves nothing: one fen more would pass a cap or the limit', () => {
  let splits = 0;
  fc.assert(
    fc.property(published, history, (versions, steps) => {
      play(versions, steps, (book, facts, { outcome, allowed, by }) => {
        if (outcome !== 'SPLIT' || !by) return;
        splits += 1;
        const more: Paid = { id: '', facts, rules: by.rules, share: allowed + 1 };
        const passes = leftAfter([...book, more], more).some((left) => left < 0);
        expect(passes || allowed === facts.spendable).toBe(true);
      });
    }),
    { numRuns: 500 },
  );
  expect(splits).toBeGreaterThan(100);
});

test('the order in which versions and rules are read changes no decision', () => {
  fc.assert(
    fc.property(published, history, (versions, steps) => {
      const turned = versions.map((one) => ({ ...one, rules: one.rules.toReversed() })).toReversed();
      play(versions, steps, (book, facts, { outcome, allowed, by }) => {
        const again = judge(facts, turned, usageFrom(book, versions, facts.today.day), 'ALLOW');
        expect([again.outcome, again.allowed, again.by?.version.id]).toEqual([
          outcome,
          allowed,
          by?.version.id,
        ]);
      });
    }),
    { numRuns: 300 },
  );
});
