import { useMutation } from '@tanstack/react-query';
import { fund as contract, type FundAccountRow } from '@xyxlx/contracts/fund';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';
import { accountText } from './account-text.ts';

/** Says below which balance somebody is told; mount it to open it. */
export function ThresholdDialog({ account, onClose }: { account: FundAccountRow; onClose(): void }) {
  const { t } = useTranslation(['fund', 'kit']);
  const { id, version, thresholdAmount } = account;
  const edit = useMutation(
    api.fund.editThreshold.mutationOptions({
      onSuccess: async () => {
        onClose();
        await acted(t('kit:saved'), api.fund.pathFilter(), api.home.pathFilter());
      },
    }),
  );
  return (
    <FormDialog
      title={t('threshold.title', { account: accountText(account) })}
      words={t('threshold.words')}
      okText={t('threshold.submit')}
      schema={contract.editThreshold.input}
      known={{ id, version }}
      work={edit}
      onClose={onClose}
      fields={(field) =>
        field.money('thresholdAmount', t('threshold.amount'), {
          placeholder: t('threshold.none'),
          ...(thresholdAmount !== null && { initial: thresholdAmount }),
        })
      }
    />
  );
}
