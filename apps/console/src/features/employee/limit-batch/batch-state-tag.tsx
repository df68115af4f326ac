import type { LimitBatch } from '@xyxlx/contracts/bill-change';
import { useTranslation } from 'react-i18next';
import { StateTag, type StateTone } from '../../../kit/state-tag.tsx';

const tones: Record<LimitBatch['state'], StateTone> = {
  CHECKING: 'info',
  READY: 'waiting',
  SUBMITTED: 'waiting',
  REJECTED: 'bad',
  STOPPED: 'bad',
  RUNNING: 'info',
  DONE: 'good',
  PARTLY_DONE: 'bad',
  FAILED: 'bad',
  CANCELLED: 'quiet',
  UNDOING: 'info',
  UNDONE: 'quiet',
};

/** A batch's state in words and colour. */
export function BatchStateTag({ state }: { state: LimitBatch['state'] }) {
  const { t } = useTranslation('employee');
  return <StateTag tone={tones[state]}>{t(`batch.state.${state}`)}</StateTag>;
}
