import type { MerchantState } from '@xyxlx/contracts/merchant';
import { useTranslation } from 'react-i18next';
import { StateTag, type StateTone } from '../../kit/state-tag.tsx';

const tones: Record<MerchantState, StateTone> = {
  PENDING: 'waiting',
  ACTIVE: 'good',
  DISABLED: 'bad',
  CLOSED: 'quiet',
  REJECTED: 'bad',
};

/** A merchant's state in words and colour. */
export function MerchantStateTag({ state }: { state: MerchantState }) {
  const { t } = useTranslation('merchant');
  return <StateTag tone={tones[state]}>{t(`state.${state}`)}</StateTag>;
}
