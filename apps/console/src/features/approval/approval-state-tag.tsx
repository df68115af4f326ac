import type { ApprovalState } from '@xyxlx/contracts/approval';
import { useTranslation } from 'react-i18next';
import { StateTag, type StateTone } from '../../kit/state-tag.tsx';

const tones: Record<ApprovalState, StateTone> = {
  PENDING: 'waiting',
  APPROVED: 'good',
  REJECTED: 'bad',
  WITHDRAWN: 'quiet',
};

/** How far an approval is. */
export function ApprovalStateTag({ state }: { state: ApprovalState }) {
  const { t } = useTranslation('approval');
  return <StateTag tone={tones[state]}>{t(`state.${state}`)}</StateTag>;
}
