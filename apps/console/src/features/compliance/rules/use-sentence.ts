import type { RiskExpression } from '@xyxlx/contracts/compliance-expression';
import type { Option } from '@xyxlx/contracts/option';
import { riskSentence } from '@xyxlx/contracts/risk-sentence';
import { payeeName } from '@xyxlx/contracts/risk-words';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../../lib/i18n.ts';

/** A function that says an expression as a sentence in the language in use, with the merchants that it names, and a new render when that changes. */
export function useSentence(): (expression: RiskExpression, payees: readonly Option[]) => string {
  useTranslation('compliance');
  return (expression, payees) => riskSentence(expression, currentLanguage(), payeeName(payees));
}
