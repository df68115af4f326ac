import type { BindingRow } from '@xyxlx/contracts/channel';
import { useTranslation } from 'react-i18next';
import { StateTag, type StateTone } from '../../kit/state-tag.tsx';

const tones: Record<BindingRow['state'], StateTone> = {
  UNBOUND: 'quiet',
  AUTHORIZING: 'waiting',
  BOUND: 'good',
  INVALID: 'bad',
  RELEASED: 'quiet',
};

/** How far the binding of a channel account is. */
export function BindingStateTag({ state }: { state: BindingRow['state'] }) {
  const { t } = useTranslation('channel');
  return <StateTag tone={tones[state]}>{t(`state.${state}`)}</StateTag>;
}
