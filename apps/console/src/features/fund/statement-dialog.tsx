import { useQuery } from '@tanstack/react-query';
import { statement as contract } from '@xyxlx/contracts/statement';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { api } from '../../lib/api.ts';
import { selectOptionOf } from '../../lib/select-option.ts';

interface StatementDialogProps {
  onChosen(accountId: string): void;
  onClose(): void;
}

/** Asks which account a statement is of; mount it to open it. */
export function StatementDialog({ onChosen, onClose }: StatementDialogProps) {
  const { t } = useTranslation('fund');
  const { data = [], isPending } = useQuery(api.fund.queryLineAccount.queryOptions({}));
  return (
    <FormDialog
      title={t('line.import')}
      words={t('line.import.words')}
      okText={t('line.import.next')}
      schema={contract.importStatement.input}
      work={{ isPending: false, error: null, mutate: ({ accountId }) => onChosen(accountId) }}
      onClose={onClose}
      fields={(field) =>
        field.pick('accountId', t('line.account'), {
          loading: isPending,
          options: data.map(selectOptionOf),
        })
      }
    />
  );
}
