import type { LotteryRow } from '@xyxlx/contracts/lottery';
import { useTranslation } from 'react-i18next';
import { StateTag, type StateTone } from '../../kit/state-tag.tsx';

const tones: Record<LotteryRow['state'], StateTone> = {
  NOT_WON: 'quiet',
  PENDING: 'waiting',
  AWARDING: 'info',
  AWARDED: 'good',
  FAILED: 'bad',
  EXPIRED: 'quiet',
};

/** A draw's state in words and colour. */
export function LotteryStateTag({ state }: { state: LotteryRow['state'] }) {
  const { t } = useTranslation('lottery');
  return <StateTag tone={tones[state]}>{t(`state.${state}`)}</StateTag>;
}
