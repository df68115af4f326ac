import type { RiskCaseRow } from '@xyxlx/contracts/compliance-case';
import { riskSeverityWords } from '@xyxlx/contracts/compliance-kinds';
import { useTranslation } from 'react-i18next';
import { ToneTag } from '../../../kit/tone-tag.tsx';
import { useLabel } from '../../../lib/label.ts';

/** How grave a case is: its severity and its score. */
export function SeverityScore({ of: { severity, score } }: { of: Pick<RiskCaseRow, 'severity' | 'score'> }) {
  const { t } = useTranslation('compliance/cases');
  const label = useLabel();
  const words = riskSeverityWords[severity];
  return (
    <ToneTag tone={words.tone}>
      {label(words)} <span title={t('field.score')}>{score}</span>
    </ToneTag>
  );
}
