import { useMutation } from '@tanstack/react-query';
import { type CardRow, cards as contract } from '@xyxlx/contracts/card';
import { useTranslation } from 'react-i18next';
import { reasonField } from '../../kit/actions/reason-dialog.tsx';
import { EmployeeInput } from '../../kit/employee-input.tsx';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';

interface AssignDialogProps {
  card: CardRow;
  onClose(): void;
}

/** Asks which employee of its unit a named card is for; mount it to open it. */
export function AssignDialog({ card, onClose }: AssignDialogProps) {
  const { t } = useTranslation(['card', 'kit']);
  const { t: kit } = useTranslation('kit');
  const assign = useMutation(
    api.card.assignCard.mutationOptions({
      onSuccess: async () => {
        onClose();
        await acted(t('kit:done'), api.card.pathFilter());
      },
    }),
  );
  return (
    <FormDialog
      title={`${t('act.assign')} ${card.cardNo}`}
      words={t('act.assign.words')}
      okText={t('act.assign')}
      schema={contract.assignCard.input}
      known={{ id: card.id, version: card.version }}
      work={assign}
      onClose={onClose}
      fields={(field) => (
        <>
          {field.custom('employeeId', t('assign.holder'), <EmployeeInput merchantId={card.merchant.id} />)}
          {field.text('reason', ...reasonField(kit))}
        </>
      )}
    />
  );
}
