import { useMutation } from '@tanstack/react-query';
import { personalShareWords } from '@xyxlx/contracts/ledger-roles';
import { voucherStyleWords } from '@xyxlx/contracts/voucher-kinds';
import { type BookSetting, voucherSetting as contract } from '@xyxlx/contracts/voucher-setting';
import { useTranslation } from 'react-i18next';
import { reasonField } from '../../kit/actions/reason-dialog.tsx';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { useIdempotencyKey } from '../../kit/idempotency-key.ts';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';
import { voucherAreas } from './voucher-areas.ts';

/** Keeps the books otherwise: somebody else approves it, and it holds from the next day on; mount it to open it. */
export function EditSetting({ setting, onClose }: { setting: BookSetting; onClose(): void }) {
  const { t } = useTranslation('voucher');
  const { t: words } = useTranslation('kit');
  const edit = useMutation(
    api.voucher.editSetting.mutationOptions({
      ...useIdempotencyKey(),
      onSuccess: async () => {
        onClose();
        await acted(words('act.submitted'), ...voucherAreas);
      },
    }),
  );
  const { voucherStyle, personalShare, vatBps } = setting.next ?? setting;
  return (
    <FormDialog
      title={t('setting.edit')}
      words={t('setting.edit.words')}
      okText={t('chart.submit')}
      schema={contract.editSetting.input}
      known={{ version: setting.version }}
      work={edit}
      onClose={onClose}
      fields={(field) => (
        <>
          {field.choice('voucherStyle', t('setting.style'), voucherStyleWords, { initial: voucherStyle })}
          {field.choice('personalShare', t('setting.share'), personalShareWords, { initial: personalShare })}
          {field.number('vatBps', t('setting.bps'), { initial: vatBps, extra: t('setting.bps.words') })}
          {field.text('reason', ...reasonField(words))}
        </>
      )}
    />
  );
}
