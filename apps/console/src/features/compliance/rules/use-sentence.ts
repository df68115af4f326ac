import type { RiskExpression } from '@xyxlx/contracts/compliance-expression';
import { riskSentence } from '@xyxlx/contracts/risk-sentence';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../../lib/i18n.ts';

/** A function that says an expression as a sentence in the language in use, and a new render when that changes. */
export function useSentence(): (expression: RiskExpression) => string {
  useTranslation('compliance');
  return (expression) => riskSentence(expression, currentLanguage());
}
