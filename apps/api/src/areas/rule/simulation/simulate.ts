import type { Label } from '@xyxlx/contracts/endpoint';
import type { ChangedKind, SimulatedChange } from '@xyxlx/contracts/rule-simulation';
import { dayBefore, shanghaiDay, shanghaiMinute } from '../../../platform/time/shanghai.ts';
import { type CalendarDay, dayFacts } from '../judge/day-facts.ts';
import type { Facts, PayerFacts, Version, WithoutRule } from '../judge/facts.ts';
import type { Decision, Reason } from '../judge/judge.ts';
import { reasonWords } from '../judge/reason-words.ts';
import { covers } from '../judge/scope.ts';
import { differenceBetween } from './difference.ts';
import type { PayeeFacts } from './known-facts.sql.ts';
import type { PastRecord } from './records.sql.ts';
import { makeReplay, type Replay } from './replay.ts';

/** Rows that are kept of what changes. */
export const maxRows = 10_000;

/** What payments are judged by, and what is known of people and days. */
export interface Simulated {
  /** The enabled versions, and the same with the candidate among them. */
  enabled: readonly Version[];
  withCandidate: readonly Version[];
  withoutRule: WithoutRule;
  /** The first day that counts; what was before it only warms the caps. */
  from: string;
  payers: ReadonlyMap<string, PayerFacts>;
  /** What stands in for a payee of which a record kept nothing. */
  payees: ReadonlyMap<string, PayeeFacts>;
  calendar: ReadonlyMap<string, CalendarDay>;
}

export interface Count {
  count: number;
  amount: number;
}
export type Totals = Record<SimulatedChange, Count>;

/** What versions say of a payment, as a row keeps it. */
export type Said = Pick<Decision, 'outcome' | 'allowed'> & {
  institution: { code: string; name: string; versionNo: number } | null;
  /** Why the company does not pay all of it; null where it does. */
  reason: Label | null;
};

export interface ChangedRow {
  consumptionId: string;
  change: ChangedKind;
  amount: number;
  paid: number | null;
  before: Said;
  after: Said;
}

/** What came of it. Amounts in fen. */
export interface Outcomes {
  totals: Totals;
  byReason: Map<string, Count>;
  byMerchant: Map<string, Totals>;
  byDay: Map<string, Totals>;
  rows: ChangedRow[];
  withoutSnapshot: number;
}

/** A day, and the one before it, which what passes midnight belongs to. */
type Day = Pick<Facts, 'today' | 'yesterday'>;

/** Limits are not replayed: at any moment there is enough. */
const spendable = Number.MAX_SAFE_INTEGER;

/** Judges records by both sets of versions, an employee's after another's, each employee's in their order. */
export function makeSimulation(simulated: Simulated): { take(record: PastRecord): void; outcomes: Outcomes } {
  const { enabled, withCandidate, withoutRule, from, payers, payees, calendar } = simulated;
  const outcomes: Outcomes = {
    totals: noTotals(),
    byReason: new Map(),
    byMerchant: new Map(),
    byDay: new Map(),
    rows: [],
    withoutSnapshot: 0,
  };
  let employeeId = '';
  let before: Replay | null = null;
  let after: Replay | null = null;
  const revoked = new Set<string>();
  const days = new Map<number, Day>();
  function dayOf(number: number, instant: number): Day {
    const known = days.get(number);
    if (known) return known;
    const [today, yesterday] = [0, 1].map((before) => {
      const day = dayBefore(shanghaiDay(new Date(instant)), before);
      return dayFacts(day, calendar.get(day) ?? null);
    }) as [Facts['today'], Facts['yesterday']];
    const found = { today, yesterday };
    days.set(number, found);
    return found;
  }

  function take(record: PastRecord): void {
    const payer = payers.get(record.employeeId);
    if (!payer) return;
    if (record.employeeId !== employeeId || !before || !after) {
      employeeId = record.employeeId;
      // Judged by whom they cover once, not at each payment.
      before = makeReplay(of(enabled, payer), withoutRule);
      after = makeReplay(of(withCandidate, payer), withoutRule);
      revoked.clear();
    }
    const { relatedId, amount } = record;
    if (relatedId !== null) {
      const back = { paymentId: relatedId, amount, isRevoked: revoked.has(relatedId) };
      before.giveBack(back);
      after.giveBack(back);
      return;
    }
    if (record.isRevoked) revoked.add(record.id);
    const payee = payeeOf(record);
    if (!payee) return;
    const { days: number, minute } = shanghaiMinute(record.paidAt);
    const facts = factsOf(record, payer, payee, minute, dayOf(number, record.paidAt));
    const was = before.pay(record.id, facts);
    const is = after.pay(record.id, facts);
    if (facts.today.day >= from) count(record, payer.merchantId, facts.today.day, was, is);
  }

  function payeeOf({ mcc, brandId, city, payeeMerchantId }: PastRecord): PayeeFacts | undefined {
    return mcc === null ? payees.get(payeeMerchantId) : { mcc, brandId, city };
  }

  function count(record: PastRecord, merchantId: string, day: string, was: Decision, is: Decision): void {
    const { change, amount } = differenceBetween(was, is);
    const counted = change === 'SAME' ? is.asked : amount;
    for (const totals of [
      outcomes.totals,
      totalsIn(outcomes.byMerchant, merchantId),
      totalsIn(outcomes.byDay, day),
    ]) {
      add(totals[change], counted);
    }
    if (record.mcc === null) outcomes.withoutSnapshot += 1;
    if (change === 'SAME') return;
    const reason = change === 'NEWLY_ALLOWED' ? was.reasons[0] : is.reasons[0];
    if (reason) add(countIn(outcomes.byReason, codeOf(reason)), amount);
    if (outcomes.rows.length < maxRows) {
      // A copy: as a piece of its page the id would keep all of that in memory.
      const consumptionId = structuredClone(record.id);
      const { paid } = record;
      outcomes.rows.push({ consumptionId, change, amount, paid, before: saidBy(was), after: saidBy(is) });
    }
  }

  return { take, outcomes };
}

function of(versions: readonly Version[], payer: PayerFacts): Version[] {
  return versions.filter(({ scopes }) => covers(scopes, payer));
}

function factsOf(
  record: PastRecord,
  payer: PayerFacts,
  { brandId, mcc, city }: PayeeFacts,
  minute: number,
  { today, yesterday }: Day,
): Facts {
  const { amount, asked, category, channel, payeeMerchantId } = record;
  return {
    payer,
    amount,
    personalAmount: amount - asked,
    category: category as Facts['category'],
    channel: channel as Facts['channel'],
    payeeMerchantId,
    brandId,
    mcc,
    city,
    minute,
    today,
    yesterday,
    spendable,
  };
}

function saidBy({ outcome, asked, allowed, by, reasons: [first], candidates }: Decision): Said {
  // Of a declined payment the first reason may be another policy's than the one whose word it is.
  const its = candidates.find(({ reasons }) => reasons[0] === first);
  const institution = by && {
    code: by.version.institution.code,
    name: by.version.institution.name,
    versionNo: by.version.no,
  };
  const reason = first ? reasonWords(first, its?.version.institution.name ?? '', asked) : null;
  return { outcome, allowed, institution, reason };
}

/** A reason's code on the wire. */
function codeOf(reason: Reason): string {
  if (reason.code === 'CAP') return reason.remainder.cap.factor;
  return reason.code === 'MISS' ? reason.miss.condition.factor : reason.code;
}

function noTotals(): Totals {
  const none = () => ({ count: 0, amount: 0 });
  return { SAME: none(), NEWLY_DECLINED: none(), NEWLY_SPLIT: none(), NEWLY_ALLOWED: none() };
}

function totalsIn(map: Map<string, Totals>, key: string): Totals {
  const totals = map.get(key) ?? noTotals();
  map.set(key, totals);
  return totals;
}

function countIn(map: Map<string, Count>, key: string): Count {
  const one = map.get(key) ?? { count: 0, amount: 0 };
  map.set(key, one);
  return one;
}

function add(to: Count, amount: number): void {
  to.count += 1;
  to.amount += amount;
}
