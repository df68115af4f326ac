import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { type RiskExpression, riskExpression } from '@xyxlx/contracts/compliance-expression';
import type { RiskAction } from '@xyxlx/contracts/compliance-kinds';
import { api } from '../../../../lib/api.ts';
import { useSettled } from './use-settled.ts';

/** The last thirty days by an expression, once it has been left alone for a moment and is whole, beside the enabled version of the rule that it changes. */
export function usePreview(expression: RiskExpression, action: RiskAction, ruleId: string | undefined) {
  const settled = useSettled(expression);
  const isWhole = riskExpression.safeParse(settled).success;
  return useQuery(
    api.compliance.previewRule.queryOptions(
      isWhole ? { expression: settled, action, ...(ruleId && { ruleId }) } : skipToken,
      {
        placeholderData: keepPreviousData,
        retry: false,
        trpc: { context: { background: true } },
      },
    ),
  );
}
