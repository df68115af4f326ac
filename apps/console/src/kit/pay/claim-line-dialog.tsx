import { useMutation } from '@tanstack/react-query';
import { statement as contract } from '@xyxlx/contracts/statement';
import type { MatchedLine } from '@xyxlx/contracts/top-up-match';
import { useTranslation } from 'react-i18next';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';
import { yuanText } from '../../lib/money.ts';
import { FormDialog } from '../form/form-dialog.tsx';
import { useIdempotencyKey } from '../idempotency-key.ts';

/** What a line is claimed as: a top-up that waits for it, or an order of cards that it pays. */
export interface Claimed {
  as: { topUpId: string } | { orderId: string };
  no: string;
  company: string;
  /** In fen. */
  amount: number;
}

interface ClaimLineDialogProps {
  claimed: Claimed;
  line: MatchedLine['line'];
  onClose(): void;
}

/** Claims a line as the transfer that something waits for; mount it to open it. */
export function ClaimLineDialog({ claimed, line, onClose }: ClaimLineDialogProps) {
  const { t } = useTranslation('kit');
  const { as, no, company, amount } = claimed;
  const claim = useMutation(
    api.fund.claimTopUp.mutationOptions({
      ...useIdempotencyKey(),
      onSuccess: async ({ approvalId }) => {
        onClose();
        const areas = [api.topup, api.order, api.fund, api.approval, api.home];
        const words = approvalId ? t('act.submitted') : t('match.done');
        await acted(words, ...areas.map((area) => area.pathFilter()));
      },
    }),
  );
  return (
    <FormDialog
      title={t('match.heading', { amount: yuanText(amount) })}
      words={t('match.words', {
        ...{ payer: line.payer || t('match.nobody'), bankNo: line.bankNo, company, no },
      })}
      okText={t('match.submit')}
      schema={contract.claimTopUp.input}
      known={{ lineId: line.id, ...as }}
      work={claim}
      onClose={onClose}
      fields={(field) => field.text('remark', t('match.remark'))}
    />
  );
}
