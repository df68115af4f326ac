import type { OperationResult } from '@xyxlx/contracts/operation-log';
import { useTranslation } from 'react-i18next';
import { StateTag } from '../../kit/state-tag.tsx';

const tones = { SUCCESS: 'good', REFUSED: 'waiting', FAILED: 'bad' } as const;

/** What became of an operation. */
export function ResultTag({ result }: { result: OperationResult }) {
  const { t } = useTranslation('operation-log');
  return <StateTag tone={tones[result]}>{t(`result.${result}`)}</StateTag>;
}
