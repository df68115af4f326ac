import type { Label } from '@xyxlx/contracts/endpoint';
import type { DecisionAnswer } from '@xyxlx/contracts/rule-decision';
import type { Language } from '../../core/language.ts';
import type { CandidateRecord, DecisionRecord } from './decision-record.ts';
import type { Reason } from './judge/judge.ts';
import { reasonWords } from './judge/reason-words.ts';

type AnsweredReason = DecisionAnswer['reasons'][number];

/** A kept decision as the wire has it, in the words of a language. */
export function presentDecision(record: DecisionRecord, language: Language): DecisionAnswer {
  const { outcome, by, asked, allowed, personal } = record;
  const candidates = record.candidates.map((one) => presentCandidate(one, asked, language));
  const deciding = by === null ? undefined : candidates[by];
  const ownReasons =
    deciding?.reasons ?? record.reasons.map((one) => presentReason(one, '', asked, language));
  return {
    outcome,
    institution: deciding?.institution ?? null,
    versionNo: deciding?.versionNo ?? null,
    rule: deciding?.rule ?? null,
    askedAmount: asked,
    allowedAmount: allowed,
    personalAmount: personal,
    // Where nothing let it through, each 制度 has its say.
    reasons: outcome === 'DECLINED' && deciding ? candidates.flatMap(({ reasons }) => reasons) : ownReasons,
    candidates,
  };
}

/** The first reason of a declined payment, as a cashier needs it. */
export function firstReason({ asked, candidates, reasons: [own] }: DecisionRecord): Label {
  for (const { institution, reasons } of candidates) {
    if (reasons[0]) return reasonWords(reasons[0], institution.name, asked);
  }
  if (!own) throw new Error('What is declined has a reason');
  return reasonWords(own, '', asked);
}

function presentCandidate(
  { institution, versionNo, outcome, rules, allowed, reasons }: CandidateRecord,
  asked: number,
  language: Language,
): DecisionAnswer['candidates'][number] {
  return {
    institution,
    versionNo,
    outcome,
    rule: rules[0] ?? null,
    allowedAmount: allowed,
    reasons: reasons.map((one) => presentReason(one, institution.name, asked, language)),
  };
}

function presentReason(reason: Reason, name: string, asked: number, language: Language): AnsweredReason {
  const words = reasonWords(reason, name, asked)[language];
  const amounts = { usedAmount: null, capAmount: null, leftAmount: null };
  switch (reason.code) {
    case 'CAP': {
      const { cap, used, left } = reason.remainder;
      return { code: cap.factor, words, usedAmount: used, capAmount: cap.value, leftAmount: left };
    }
    case 'MISS':
      return { code: reason.miss.condition.factor, words, ...amounts };
    case 'BALANCE':
      return { code: 'BALANCE', words, ...amounts, leftAmount: reason.left };
    default:
      return { code: reason.code, words, ...amounts };
  }
}
