import { Button } from 'antd';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../lib/me.ts';
import { type BulkDialogProps, isForMany, type RecordAction } from '../actions/record-action.ts';
import type { RowSelection } from './use-row-selection.ts';

const BulkActionDialog = lazy(async () => ({
  default: (await import('../actions/bulk-action-dialog.tsx')).BulkActionDialog,
}));

interface BulkActionsProps {
  selection: RowSelection;
  /** Those that can be done to several records at once are shown. */
  actions: readonly RecordAction<never>[];
}

/** What can be done with the picked rows; nothing while there are none. */
export function BulkActions({ selection, actions }: BulkActionsProps) {
  const { t } = useTranslation('kit');
  const can = useCan();
  const [asked, setAsked] = useState<RecordAction<never> | null>(null);
  const dialog: BulkDialogProps = {
    ids: selection.ids,
    nameOf: selection.nameOf,
    onClose(isDone) {
      setAsked(null);
      if (isDone) selection.clear();
    },
  };
  const offered = actions.filter(
    (action) => isForMany(action) && (action.permission === undefined || can(action.permission)),
  );
  return (
    <>
      {selection.ids.length > 0 && (
        <>
          {offered.map((action) => (
            <Button key={action.name} danger={action.look === 'danger'} onClick={() => setAsked(action)}>
              {('bulkLabel' in action && action.bulkLabel) || String(action.label)}
            </Button>
          ))}
          <Button type="text" onClick={selection.clear}>
            {t('bulk.clear')}
          </Button>
        </>
      )}
      <Suspense>{asked && dialogOf(asked, dialog)}</Suspense>
    </>
  );
}

function dialogOf(action: RecordAction<never>, props: BulkDialogProps): ReactNode {
  if ('many' in action) return <BulkActionDialog action={action} {...props} />;
  return 'bulkDialog' in action && action.bulkDialog?.(props);
}
