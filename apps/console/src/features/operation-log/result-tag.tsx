import { operationResultLabels } from '@xyxlx/contracts/domain-labels';
import type { OperationResult } from '@xyxlx/contracts/operation-log';
import { StateTag } from '../../kit/state-tag.tsx';
import { useLabel } from '../../lib/label.ts';

const tones = { SUCCESS: 'good', REFUSED: 'waiting', FAILED: 'bad' } as const;

/** What became of an operation. */
export function ResultTag({ result }: { result: OperationResult }) {
  const label = useLabel();
  return <StateTag tone={tones[result]}>{label(operationResultLabels[result])}</StateTag>;
}
