import { useMutation } from '@tanstack/react-query';
import { voucher as contract } from '@xyxlx/contracts/voucher';
import type { VoucherDetail } from '@xyxlx/contracts/voucher-record';
import { useTranslation } from 'react-i18next';
import { reasonField } from '../../kit/actions/reason-dialog.tsx';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { useIdempotencyKey } from '../../kit/idempotency-key.ts';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';
import { businessToday } from '../../lib/time.ts';
import { voucherAreas } from './voucher-areas.ts';
import { voucherName } from './voucher-name.ts';

/** Asks for the day and the reason of a reversal; mount it to open it. */
export function ReverseDialog({ voucher, onClose }: { voucher: VoucherDetail; onClose(): void }) {
  const { t } = useTranslation(['voucher', 'kit']);
  const { t: words } = useTranslation('kit');
  const { t: own } = useTranslation('voucher');
  const reverse = useMutation(
    api.voucher.reverseVoucher.mutationOptions({
      ...useIdempotencyKey(),
      onSuccess: async ({ approvalId }) => {
        onClose();
        await acted(approvalId ? t('kit:act.submitted') : t('reverse.done'), ...voucherAreas);
      },
    }),
  );
  return (
    <FormDialog
      title={t('reverse.title', { name: voucherName(voucher, own) })}
      words={t('reverse.words')}
      okText={t('act.reverse')}
      danger
      schema={contract.reverseVoucher.input}
      known={{ id: voucher.id, version: voucher.version }}
      work={reverse}
      onClose={onClose}
      fields={(field) => (
        <>
          {field.day('date', t('field.date'), { initial: businessToday() })}
          {field.text('reason', ...reasonField(words))}
        </>
      )}
    />
  );
}
