import type { Label } from '@xyxlx/contracts/endpoint';
import type { OperationLogRow } from '@xyxlx/contracts/operation-log';
import type { TFunction } from 'i18next';
import type { Column } from '../../kit/column.ts';
import { RowButton } from '../../kit/row-button.tsx';
import { StateTag } from '../../kit/state-tag.tsx';
import { momentText } from '../../lib/time.ts';
import { moduleLabel } from './module-name.ts';

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
    { key: 'actor', title: t('field.actor'), render: ({ actor }) => actor.name },
    { key: 'module', title: t('field.module'), render: ({ module }) => label(moduleLabel(module)) },
    { key: 'action', title: t('field.action'), render: ({ actionLabel }) => label(actionLabel) },
    { key: 'target', title: t('field.target'), width: 220, render: ({ target }) => target.label },
    { key: 'reason', title: t('field.reason'), width: 180, render: ({ reason }) => reason ?? '—' },
    {
      key: 'result',
      title: t('field.result'),
      render: ({ result }) => (
        <StateTag tone={result === 'ok' ? 'good' : 'bad'}>
          {result === 'ok' ? t('result.ok') : result}
        </StateTag>
      ),
    },
    { key: 'ip', title: t('field.ip'), render: ({ ip }) => <span className="figures">{ip}</span> },
    {
      key: 'seq',
      title: t('field.seq'),
      align: 'end',
      render: ({ seq }) => seq ?? t('seal.pending'),
    },
  ];
}
