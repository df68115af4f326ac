import type { UserState } from '@xyxlx/contracts/user-administration';
import { useTranslation } from 'react-i18next';
import { StateTag, type StateTone } from '../../kit/state-tag.tsx';

const tones: Record<UserState, StateTone> = {
  ACTIVE: 'good',
  DISABLED: 'quiet',
  LOCKED: 'bad',
  PENDING: 'waiting',
};

/** A user's state in words and colour. */
export function UserStateTag({ state }: { state: UserState }) {
  const { t } = useTranslation('user');
  return <StateTag tone={tones[state]}>{t(`state.${state}`)}</StateTag>;
}
