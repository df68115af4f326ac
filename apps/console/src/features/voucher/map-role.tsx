import { useMutation } from '@tanstack/react-query';
import { ledgerRoleWords } from '@xyxlx/contracts/ledger-roles';
import { type AccountRow, voucherAccount as contract } from '@xyxlx/contracts/voucher-account';
import { useTranslation } from 'react-i18next';
import { reasonField } from '../../kit/actions/reason-dialog.tsx';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';
import { accountText } from './accounts.ts';
import { voucherAreas } from './voucher-areas.ts';

/** Lets a business post to another account from now on: somebody else approves it; mount it to open it. */
export function MapRole({ account, onClose }: { account: AccountRow; onClose(): void }) {
  const { t } = useTranslation('voucher');
  const { t: words } = useTranslation('kit');
  const map = useMutation(
    api.voucher.mapRole.mutationOptions({
      onSuccess: async ({ approvalId }) => {
        onClose();
        await acted(approvalId ? words('act.submitted') : t('chart.edited'), ...voucherAreas);
      },
    }),
  );
  return (
    <FormDialog
      title={t('chart.map.title', { account: accountText(account) })}
      words={t('chart.map.words')}
      okText={t('chart.submit')}
      schema={contract.mapRole.input}
      known={{ id: account.id, version: account.version }}
      work={map}
      onClose={onClose}
      fields={(field) => (
        <>
          {field.choice('role', t('chart.role'), ledgerRoleWords)}
          {field.text('reason', ...reasonField(words))}
        </>
      )}
    />
  );
}
