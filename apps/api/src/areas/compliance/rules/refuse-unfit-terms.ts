import type { RiskExpression } from '@xyxlx/contracts/compliance-expression';
import type { RiskAction } from '@xyxlx/contracts/compliance-kinds';
import { FieldRefusal } from '../../../core/errors.ts';
import { neverHolds, whyNotDecline } from '../engine/analyse.ts';

/** Throws 406 for an expression by which nothing can ever be found, or that can't be judged while a payment waits though it is to decline. */
export function refuseUnfitTerms(expression: RiskExpression, action: RiskAction): void {
  if (neverHolds(expression)) {
    throw new FieldRefusal('expression', {
      zh: '规则条件永不成立',
      en: 'Nothing can ever be found by this rule',
    });
  }
  const why = whyNotDecline(expression, action);
  if (!why) return;
  throw new FieldRefusal('expression', {
    zh: `表达式无法在线执行：${why.zh}`,
    en: `The rule can not be judged online: ${why.en}`,
  });
}
