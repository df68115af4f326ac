import type { ConsumptionRow } from '@xyxlx/contracts/consumption';
import { useTranslation } from 'react-i18next';
import { StateTag, type StateTone } from '../../kit/state-tag.tsx';

const tones: Record<ConsumptionRow['state'], StateTone> = {
  PROCESSING: 'waiting',
  SUCCESS: 'good',
  FAILED: 'bad',
  REVOKED: 'quiet',
  PARTLY_REFUNDED: 'info',
  REFUNDED: 'info',
};

/** A record's state in words and colour. */
export function ConsumptionStateTag({ state }: { state: ConsumptionRow['state'] }) {
  const { t } = useTranslation('consumption');
  return <StateTag tone={tones[state]}>{t(`state.${state}`)}</StateTag>;
}
