import type { EmployeeState } from '@xyxlx/contracts/employee';
import { useTranslation } from 'react-i18next';
import { StateTag, type StateTone } from './state-tag.tsx';

const tones: Record<EmployeeState, StateTone> = {
  PENDING: 'waiting',
  ACTIVE: 'good',
  FROZEN: 'info',
  LEFT: 'quiet',
};

/** An employee's state in words and colour. */
export function EmployeeStateTag({ state }: { state: EmployeeState }) {
  const { t } = useTranslation('kit');
  return <StateTag tone={tones[state]}>{t(`employee.state.${state}`)}</StateTag>;
}
