import type { Facts, Version, WithoutRule } from '../judge/facts.ts';
import { type Decision, judge } from '../judge/judge.ts';
import { spansOf, type Used, usageId } from '../judge/usage.ts';

/** What a payment counts in, and what of it can still go back to the company, in fen. */
interface Counted {
  keys: readonly string[];
  day: string;
  left: number;
}

/** What went back of a payment: the company's share first. A payment that was revoked counts no more. */
interface GivenBack {
  paymentId: string;
  /** In fen, the employee's part included. */
  amount: number;
  isRevoked: boolean;
}

/** The payments of one employee judged one after another by the same versions, with what was used of them since the first. */
export interface Replay {
  /** Judges the next payment. */
  pay(paymentId: string, facts: Facts): Decision;
  /** Gives back what was refunded of one: nothing, where these versions had declined it. */
  giveBack(refund: GivenBack): void;
}

/** Begins with nothing used; `versions` are those that cover the employee. */
export function makeReplay(versions: readonly Version[], withoutRule: WithoutRule): Replay {
  const usage = new Map<string, Used>();
  const payments = new Map<string, Counted>();

  function count({ keys, day }: Counted, amount: number, count: number): void {
    for (const { key, span } of spansOf(keys, day)) {
      const id = usageId(key, span, day);
      const used = usage.get(id) ?? { amount: 0, count: 0 };
      usage.set(id, { amount: used.amount + amount, count: used.count + count });
    }
  }

  return {
    pay: (paymentId, facts) => {
      const decision = judge(facts, versions, usage, withoutRule);
      const { allowed, by } = decision;
      if (allowed > 0 && by) {
        const paid = { keys: by.rules.map(({ key }) => key), day: facts.today.day, left: allowed };
        payments.set(paymentId, paid);
        count(paid, allowed, 1);
      }
      return decision;
    },
    giveBack: ({ paymentId, amount, isRevoked }) => {
      const paid = payments.get(paymentId);
      if (!paid || paid.left === 0) return;
      const share = Math.min(amount, paid.left);
      paid.left -= share;
      count(paid, -share, isRevoked ? -1 : 0);
    },
  };
}
