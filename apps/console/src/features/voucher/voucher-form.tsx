import { useMutation } from '@tanstack/react-query';
import { voucher as contract } from '@xyxlx/contracts/voucher';
import { voucherWords } from '@xyxlx/contracts/voucher-kinds';
import type { VoucherDetail } from '@xyxlx/contracts/voucher-record';
import { useTranslation } from 'react-i18next';
import { RecordForm } from '../../kit/form/record-form.tsx';
import { useIdempotencyKey } from '../../kit/idempotency-key.ts';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';
import { yuanText } from '../../lib/money.ts';
import { businessToday } from '../../lib/time.ts';
import { AttachmentsInput } from './attachments-input.tsx';
import { differenceOf, LinesInput, type WrittenLine } from './lines-input.tsx';
import { voucherAreas } from './voucher-areas.ts';

interface VoucherFormProps {
  /** Null writes a new one. */
  voucher: VoucherDetail | null;
  onClose(): void;
}

/** Writes a voucher by hand, or changes its draft; mount it to open it. */
export function VoucherForm({ voucher, onClose }: VoucherFormProps) {
  const { t } = useTranslation('voucher');
  const onSuccess = async () => {
    onClose();
    await acted(t('form.done'), ...voucherAreas);
  };
  const add = useMutation(api.voucher.addVoucher.mutationOptions({ ...useIdempotencyKey(), onSuccess }));
  const edit = useMutation(api.voucher.editVoucher.mutationOptions({ onSuccess }));
  const record = voucher && {
    ...voucher,
    lines: writtenOf(voucher),
    attachmentIds: voucher.attachments.map(({ id }) => id),
  };
  return (
    <RecordForm
      title={t(voucher ? 'form.edit' : 'form.add')}
      record={record}
      add={{ schema: contract.addVoucher.input, work: add }}
      edit={{ schema: contract.editVoucher.input, work: edit }}
      size={1000}
      isLong
      onClose={onClose}
      fields={(field) => [
        field.day('date', t('field.date'), { initial: businessToday() }),
        field.pick('word', t('field.word'), {
          initial: '记',
          options: voucherWords.map((word) => ({ value: word, label: word })),
        }),
        field.number('attachmentCount', t('field.attachments'), {
          initial: 0,
          extra: t('attachment.count.words'),
        }),
        field.custom(
          'attachmentIds',
          t('attachment.title'),
          <AttachmentsInput known={voucher?.attachments ?? []} />,
          { initial: [], check: (ids: string[]) => ids.includes('') && t('attachment.onItsWay') },
        ),
        field.custom('lines', t('form.lines'), <LinesInput />, {
          initial: [{}, {}],
          check: (lines: WrittenLine[]) =>
            differenceOf(lines) !== 0 &&
            t('form.unbalanced', { amount: yuanText(Math.abs(differenceOf(lines))) }),
        }),
      ]}
    />
  );
}

/** A voucher's lines as the form has them. */
function writtenOf({ lines }: VoucherDetail): WrittenLine[] {
  return lines.map(({ summary, account, debitAmount, creditAmount }) => ({
    summary,
    accountId: account.id,
    ...(debitAmount !== 0 ? { debitAmount } : { creditAmount }),
  }));
}
