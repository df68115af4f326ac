import type { BulkActResult, BulkResult } from '@xyxlx/contracts/bulk';
import type { z } from 'zod';
import { FormDialog, type FormDialogProps } from '../form/form-dialog.tsx';
import type { Work } from '../form/schema-form.tsx';
import { BulkResultDialog } from './bulk-result-dialog.tsx';
import type { BulkDialogProps } from './record-action.ts';

type BulkFormDialogProps<Schema extends z.ZodObject> = BulkDialogProps &
  Omit<FormDialogProps<Schema>, 'onClose' | 'work'> & {
    work: Work<z.input<Schema>> & { data: BulkResult | BulkActResult | undefined };
  };

/** A form over several records, then what became of each; mount it to open it. */
export function BulkFormDialog<Schema extends z.ZodObject>(props: BulkFormDialogProps<Schema>) {
  const { ids: _ids, nameOf, onClose, ...form } = props;
  const { data } = form.work;
  if (data) {
    return (
      <BulkResultDialog title={form.title} result={data} nameOf={nameOf} onClose={() => onClose(true)} />
    );
  }
  return <FormDialog {...form} onClose={() => onClose(false)} />;
}
