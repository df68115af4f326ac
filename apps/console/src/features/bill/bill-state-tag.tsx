import type { BillRow } from '@xyxlx/contracts/bill';
import { useTranslation } from 'react-i18next';
import { StateTag, type StateTone } from '../../kit/state-tag.tsx';

const tones: Record<BillRow['state'], StateTone> = {
  OPEN: 'quiet',
  ISSUED: 'waiting',
  CONFIRMED: 'info',
  SETTLED: 'good',
  DISPUTED: 'bad',
};

/** A bill's state in words and colour. */
export function BillStateTag({ state }: { state: BillRow['state'] }) {
  const { t } = useTranslation('bill');
  return <StateTag tone={tones[state]}>{t(`state.${state}`)}</StateTag>;
}
