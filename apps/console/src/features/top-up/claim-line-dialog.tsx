import { useMutation } from '@tanstack/react-query';
import { statement as contract } from '@xyxlx/contracts/statement';
import type { TopUpDetail, TopUpMatch } from '@xyxlx/contracts/top-up';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { useIdempotencyKey } from '../../kit/idempotency-key.ts';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';
import { yuanText } from '../../lib/money.ts';

interface ClaimLineDialogProps {
  topUp: TopUpDetail;
  line: TopUpMatch['line'];
  onClose(): void;
}

/** Claims a line as the transfer that a top-up waits for; mount it to open it. */
export function ClaimLineDialog({ topUp, line, onClose }: ClaimLineDialogProps) {
  const { t } = useTranslation(['top-up', 'kit']);
  const claim = useMutation(
    api.fund.claimTopUp.mutationOptions({
      ...useIdempotencyKey(),
      onSuccess: async ({ approvalId }) => {
        onClose();
        const areas = [api.topup, api.fund, api.approval, api.home].map((area) => area.pathFilter());
        await acted(approvalId ? t('kit:act.submitted') : t('match.done'), ...areas);
      },
    }),
  );
  return (
    <FormDialog
      title={t('match.heading', { amount: yuanText(topUp.amount) })}
      words={t('match.words', {
        payer: line.payer || t('match.nobody'),
        bankNo: line.bankNo,
        company: topUp.company.name,
      })}
      okText={t('match.submit')}
      schema={contract.claimTopUp.input}
      work={claim}
      onClose={onClose}
      fields={(field) => (
        <>
          {field.constant('lineId', line.id)}
          {field.constant('topUpId', topUp.id)}
          {field.text('remark', t('field.remark'))}
        </>
      )}
    />
  );
}
