import { useMutation } from '@tanstack/react-query';
import { type BillDetail, bill as contract } from '@xyxlx/contracts/bill';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../kit/form/form-dialog.tsx';
import { acted } from '../../../lib/act.ts';
import { client } from '../../../lib/api.ts';
import { billAreas } from './bill-areas.ts';

interface WriteDialogProps {
  bill: BillDetail;
  /** For which side one writes. */
  as: 'answerBill' | 'followUpBill';
  onDone?: (() => void) | undefined;
  onClose(): void;
}

/** Writes the next word of a dispute; mount it to open it. */
export function WriteDialog({ bill: { id, version, billNo }, as, onDone, onClose }: WriteDialogProps) {
  const { t } = useTranslation('bill');
  const write = useMutation({
    mutationFn: ({ text }: { text: string }) => client.bill[as].mutate({ id, version, text }),
    onSuccess: async () => {
      onClose();
      onDone?.();
      await acted(t(`act.${as}.done`), ...billAreas);
    },
  });
  return (
    <FormDialog
      title={`${t(`act.${as}`)} · ${billNo}`}
      words={t(`act.${as}.words`)}
      okText={t(`act.${as}.send`)}
      width={560}
      isLong
      schema={contract[as].input}
      known={{ id, version }}
      work={write}
      onClose={onClose}
      fields={(field) => field.lines('text', t(`act.${as}.text`), { rows: 4 })}
    />
  );
}
