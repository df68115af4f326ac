import { useMutation } from '@tanstack/react-query';
import { reconciliation as contract } from '@xyxlx/contracts/reconciliation';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';

/** Reconciles a day of all accounts that one sees; mount it to open it. */
export function ReconcileDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('fund');
  const run = useMutation(
    api.fund.runReconciliation.mutationOptions({
      onSuccess: async ({ accountCount, undecidedCount }) => {
        onClose();
        const areas = [api.fund, api.platform, api.home].map((area) => area.pathFilter());
        await acted(t('reconcile.done', { accounts: accountCount, breaks: undecidedCount }), ...areas);
      },
    }),
  );
  return (
    <FormDialog
      title={t('reconcile.action')}
      words={t('reconcile.words')}
      okText={t('reconcile.submit')}
      schema={contract.runReconciliation.input}
      work={run}
      onClose={onClose}
      fields={(field) => field.day('day', t('reconcile.day'))}
    />
  );
}
