import type { InvoiceRow } from '@xyxlx/contracts/invoice';
import { useTranslation } from 'react-i18next';
import { StateTag, type StateTone } from '../../kit/state-tag.tsx';

const tones: Record<InvoiceRow['state'], StateTone> = {
  DRAFT: 'quiet',
  ISSUING: 'waiting',
  ISSUED: 'good',
  FAILED: 'bad',
  REVERSED: 'quiet',
};

/** How far an invoice application is. */
export function InvoiceStateTag({ state }: { state: InvoiceRow['state'] }) {
  const { t } = useTranslation('invoice');
  return <StateTag tone={tones[state]}>{t(`state.${state}`)}</StateTag>;
}
