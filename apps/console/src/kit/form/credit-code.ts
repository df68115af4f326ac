import { isCreditCode } from '@xyxlx/contracts/credit-code';
import { creditCode, formats } from '@xyxlx/contracts/fields';
import { useTranslation } from 'react-i18next';
import { useLabel } from '../../lib/label.ts';
import { formatProblem } from './problem-of.ts';

/** What a field for a unified social credit code has besides its schema: capitals, and a check digit that has to be right. */
export function useCreditCode(name: string) {
  const { t } = useTranslation('kit');
  const label = useLabel();
  const format = formats.get(creditCode);
  return {
    isCode: true,
    isUpper: true,
    check: (typed: string | undefined) =>
      typed && format && !isCreditCode(typed.trim()) && formatProblem(name, label(format), t),
  };
}
