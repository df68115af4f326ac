import { createHash } from 'node:crypto';
import type { RiskExpression } from '@xyxlx/contracts/compliance-expression';
import type { complianceRule as contract } from '@xyxlx/contracts/compliance-rule';
import type { z } from 'zod';
import { whyNotOnline } from '../engine/analyse.ts';

/** What a version of a rule says. */
export type Terms = Pick<
  z.output<typeof contract.addRule.input>,
  'expression' | 'score' | 'severity' | 'action'
>;

/** The columns that a version's terms are kept in. */
export function columnsOf({ expression, score, severity, action }: Terms) {
  const online = whyNotOnline(expression) === null;
  return { expression, sha256: sha256Of(expression), online, score, severity, action };
}

/** What a backtest knows an expression by. */
export function sha256Of(expression: RiskExpression): string {
  return createHash('sha256').update(JSON.stringify(expression)).digest('hex');
}
