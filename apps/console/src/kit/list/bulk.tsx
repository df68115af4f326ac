import type { BulkResult } from '@xyxlx/contracts/bulk';
import { Button } from 'antd';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RowSelection } from './use-row-selection.ts';

const ReasonedBulk = lazy(async () => ({ default: (await import('./reasoned-bulk.tsx')).ReasonedBulk }));

/** What a dialog over picked rows is given. */
export interface BulkDialogProps {
  ids: string[];
  nameOf(id: string): string;
  /** `isDone`: the rows are dealt with and need not stay picked. */
  onClose(isDone: boolean): void;
}

/** Something to be done with several records, for a reason, answered row by row. */
export interface ReasonedAction {
  key: string;
  label: string;
  /** What the agreeing button says. */
  agree: string;
  /** What will happen to each, in a sentence. */
  words: string;
  danger?: boolean;
  isReasonOptional?: boolean;
  mutationFn(input: { ids: string[]; reason: string }): Promise<BulkResult>;
  /** What is read again afterwards. */
  affects: { queryKey: readonly unknown[] };
}

/** The same with a dialog of its own. */
interface DialogAction {
  key: string;
  label: string;
  danger?: boolean;
  dialog(props: BulkDialogProps): ReactNode;
}

export type BulkAction = ReasonedAction | DialogAction;

/** What can be done with the picked rows; nothing while there are none. */
export function BulkActions({
  selection,
  actions,
}: {
  selection: RowSelection;
  actions: readonly BulkAction[];
}) {
  const { t } = useTranslation('kit');
  const [asked, setAsked] = useState<BulkAction | null>(null);
  const dialog: BulkDialogProps = {
    ids: selection.ids,
    nameOf: selection.nameOf,
    onClose(isDone) {
      setAsked(null);
      if (isDone) selection.clear();
    },
  };
  return (
    <>
      {selection.ids.length > 0 && (
        <>
          {actions.map((action) => (
            <Button key={action.key} danger={action.danger ?? false} onClick={() => setAsked(action)}>
              {action.label}
            </Button>
          ))}
          <Button type="text" onClick={selection.clear}>
            {t('bulk.clear')}
          </Button>
        </>
      )}
      <Suspense>
        {asked && ('dialog' in asked ? asked.dialog(dialog) : <ReasonedBulk action={asked} {...dialog} />)}
      </Suspense>
    </>
  );
}
