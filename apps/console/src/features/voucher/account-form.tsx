import { useMutation } from '@tanstack/react-query';
import { type AccountRow, voucherAccount as contract } from '@xyxlx/contracts/voucher-account';
import { useTranslation } from 'react-i18next';
import { reasonField } from '../../kit/actions/reason-dialog.tsx';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { useIdempotencyKey } from '../../kit/idempotency-key.ts';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';
import { accountText } from './accounts.ts';
import { voucherAreas } from './voucher-areas.ts';

/** A new account below another; mount it to open it. */
export function AddAccount({ parent, onClose }: { parent: AccountRow; onClose(): void }) {
  const { t } = useTranslation('voucher');
  const add = useMutation(
    api.voucher.addAccount.mutationOptions({
      ...useIdempotencyKey(),
      onSuccess: async () => {
        onClose();
        await acted(t('chart.added'), ...voucherAreas);
      },
    }),
  );
  return (
    <FormDialog
      title={t('chart.add')}
      words={t('chart.add.words', { parent: accountText(parent) })}
      okText={t('chart.save')}
      schema={contract.addAccount.input}
      known={{ parentId: parent.id }}
      work={add}
      onClose={onClose}
      fields={(field) => (
        <>
          {field.text('code', t('chart.code'), { isCode: true, initial: `${parent.code}.` })}
          {field.text('name', t('chart.name'))}
        </>
      )}
    />
  );
}

/** An account's code, name and whether it is used: somebody else approves the change; mount it to open it. */
export function AccountForm({ account, onClose }: { account: AccountRow; onClose(): void }) {
  const { t } = useTranslation('voucher');
  const { t: words } = useTranslation('kit');
  const edit = useMutation(
    api.voucher.editAccount.mutationOptions({
      onSuccess: async ({ approvalId }) => {
        onClose();
        await acted(approvalId ? words('act.submitted') : t('chart.edited'), ...voucherAreas);
      },
    }),
  );
  return (
    <FormDialog
      title={t('chart.edit', { account: accountText(account) })}
      words={t('chart.edit.words')}
      okText={t('chart.submit')}
      schema={contract.editAccount.input}
      known={{ id: account.id, version: account.version }}
      work={edit}
      onClose={onClose}
      fields={(field) => (
        <>
          {field.text('code', t('chart.code'), {
            isCode: true,
            initial: account.code,
            disabled: account.isUsed,
          })}
          {field.text('name', t('chart.name'), { initial: account.name })}
          {field.flag('enabled', t('chart.on'), { initial: account.enabled })}
          {field.text('reason', ...reasonField(words))}
        </>
      )}
    />
  );
}
