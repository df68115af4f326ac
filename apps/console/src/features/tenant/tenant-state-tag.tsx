import type { TenantRow } from '@xyxlx/contracts/tenant';
import { useTranslation } from 'react-i18next';
import { StateTag, type StateTone } from '../../kit/state-tag.tsx';

const tones: Record<TenantRow['state'], StateTone> = { ACTIVE: 'good', SUSPENDED: 'bad', EXPIRED: 'waiting' };

/** A tenant's state in words and colour. */
export function TenantStateTag({ state }: { state: TenantRow['state'] }) {
  const { t } = useTranslation('tenant');
  return <StateTag tone={tones[state]}>{t(`state.${state}`)}</StateTag>;
}
