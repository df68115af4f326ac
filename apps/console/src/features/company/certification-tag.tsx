import type { CompanyRow } from '@xyxlx/contracts/company';
import { useTranslation } from 'react-i18next';
import { StateTag, type StateTone } from '../../kit/state-tag.tsx';

const tones: Record<CompanyRow['certification'], StateTone> = {
  UNVERIFIED: 'quiet',
  PENDING: 'waiting',
  VERIFIED: 'good',
  REJECTED: 'bad',
};

/** How far a company's certification is. */
export function CertificationTag({ state }: { state: CompanyRow['certification'] }) {
  const { t } = useTranslation('company');
  return <StateTag tone={tones[state]}>{t(`certification.${state}`)}</StateTag>;
}
