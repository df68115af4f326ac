import { isCreditCode } from '@xyxlx/contracts/credit-code';
import { creditCode } from '@xyxlx/contracts/fields';
import { useTranslation } from 'react-i18next';

/** What a field for a unified social credit code has besides its schema: capitals, and a check digit that has to be right. */
export function useCreditCode(label: string) {
  const { t } = useTranslation('kit/form');
  return {
    isCode: true,
    isUpper: true,
    // What is no code at all is told so by its schema.
    check: (typed = '') => {
      const code = typed.trim();
      return creditCode.safeParse(code).success && !isCreditCode(code) && t('checkDigit', { label });
    },
  };
}
