import type { Label } from '@xyxlx/contracts/endpoint';
import { type OperationLogRow, operationResultWords } from '@xyxlx/contracts/operation-log';
import type { TFunction } from 'i18next';
import type { Column } from '../../kit/column.ts';
import { RowButton } from '../../kit/row-button.tsx';
import { StateTag } from '../../kit/state-tag.tsx';
import { countText } from '../../lib/money.ts';
import { momentText } from '../../lib/time.ts';
import { actorText } from './actor-text.ts';
import { moduleLabel } from './module-name.ts';
import { targetText } from './target-text.ts';

/** The columns of the operation log. */
export function operationLogColumns(
  t: TFunction<'operation-log'>,
  label: (words: Label) => string,
  open: (id: string) => void,
): Column<OperationLogRow>[] {
  return [
    {
      key: 'createdAt',
      title: t('field.createdAt'),
      sortable: true,
      fixed: 'start',
      render: ({ id, createdAt }) => (
        <RowButton onPress={() => open(id)}>
          <span className="figures">{momentText(createdAt)}</span>
        </RowButton>
      ),
    },
    {
      key: 'seq',
      title: t('field.seq'),
      align: 'end',
      render: ({ seq }) => (seq === null ? t('seal.pending') : countText(seq)),
    },
    { key: 'actor', title: t('field.actor'), render: ({ actor }) => actorText(actor) },
    { key: 'module', title: t('field.module'), render: ({ module }) => label(moduleLabel(module)) },
    { key: 'action', title: t('field.action'), render: ({ actionLabel }) => label(actionLabel) },
    {
      key: 'target',
      title: t('field.target'),
      width: 260,
      render: (row) => targetText(row, label),
    },
    {
      key: 'result',
      title: t('field.result'),
      render: ({ result }) => <StateTag words={operationResultWords[result]} />,
    },
    {
      key: 'reason',
      title: t('field.reason'),
      width: 240,
      // Why it was not done matters more than why it was to be.
      render: ({ reason, failure }) => (failure ? label(failure.message) : (reason ?? '—')),
    },
    { key: 'ip', title: t('field.ip'), render: ({ ip }) => <span className="figures">{ip}</span> },
  ];
}
