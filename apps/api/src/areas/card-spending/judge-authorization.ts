import type { CardState } from '@xyxlx/contracts/card-kinds';
import type { ResponseCode } from '@xyxlx/contracts/card-spending-kinds';

/** The most that is paid by a card; amounts in fen. */
export interface SpendingLimits {
  singleLimit: number | null;
  dayLimit: number | null;
  monthLimit: number | null;
  dayCount: number | null;
}

/** What a card can pay and where, by its product. */
export interface SpendingTerms extends SpendingLimits {
  /** None: at every merchant. */
  mcc: readonly string[];
}

/** What a card has paid or holds of the present day and month in Asia/Shanghai, in fen. */
export interface SpentOfCard {
  dayAmount: number;
  dayCount: number;
  monthAmount: number;
}

/** All that an authorization depends on; amounts in fen. */
export interface AuthorizationFacts {
  card: { state: CardState; waits: boolean; expiresAt: Date | null; balance: number; held: number };
  terms: SpendingTerms;
  /** What was set for the card alone. */
  own: SpendingLimits;
  spent: SpentOfCard;
  /** Whether the merchant that would be paid is there and active. */
  payeeActive: boolean;
  amount: number;
  mcc: string;
  partialAllowed: boolean;
  now: Date;
}

/** The answer to an authorization: how much is approved, in fen, and the first reason that it is not all. */
export interface Verdict {
  responseCode: ResponseCode;
  approved: number;
}

const ofState: Readonly<Record<CardState, ResponseCode | null>> = {
  STOCK: '78',
  PENDING: '78',
  ACTIVE: null,
  LOST: '41',
  FROZEN: '62',
  EXPIRED: '54',
  REPLACED: '46',
  REDEEMED: '46',
  CANCELLED: '46',
};

/** What is said of the card itself; compliance has its word after that, and before all else. */
const ofTheCard: ReadonlySet<ResponseCode> = new Set(Object.values(ofState).filter((code) => code !== null));

/** What is answered where compliance declines what was judged so: 05 says no more than that. */
export function declinedByCompliance(judged: Verdict): Verdict {
  return ofTheCard.has(judged.responseCode) ? judged : { responseCode: '05', approved: 0 };
}

/** Judges an authorization of a card that is there; of several reasons against it the first counts. */
export function judgeAuthorization(facts: AuthorizationFacts): Verdict {
  const { card, amount, partialAllowed } = facts;
  const refused = reasonAgainst(facts);
  if (refused) return { responseCode: refused, approved: 0 };
  const available = card.balance - card.held;
  if (amount <= available) return { responseCode: '00', approved: amount };
  if (partialAllowed && available > 0) return { responseCode: '10', approved: available };
  return { responseCode: '51', approved: 0 };
}

function reasonAgainst(facts: AuthorizationFacts): ResponseCode | null {
  const { card, terms, own, payeeActive, mcc, now } = facts;
  const state = ofState[card.state];
  if (state) return state;
  if (card.waits) return '62';
  // The card's end holds from its instant on, whenever the duty that says so runs.
  if (card.expiresAt && card.expiresAt <= now) return '54';
  if (!payeeActive) return '03';
  if (terms.mcc.length > 0 && !terms.mcc.includes(mcc)) return '57';
  return overLimits(terms, facts) ?? overLimits(own, facts);
}

function overLimits(
  { singleLimit, dayLimit, monthLimit, dayCount }: SpendingLimits,
  { spent, amount }: AuthorizationFacts,
): ResponseCode | null {
  const over = (limit: number | null, before: number) => limit !== null && before + amount > limit;
  if (over(singleLimit, 0) || over(dayLimit, spent.dayAmount) || over(monthLimit, spent.monthAmount))
    return '61';
  return dayCount !== null && spent.dayCount >= dayCount ? '65' : null;
}
