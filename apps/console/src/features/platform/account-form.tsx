import { useMutation, useQuery } from '@tanstack/react-query';
import {
  platformAccount as contract,
  type PlatformAccountRow,
  platformAccountGuarded,
  platformAccountKindWords,
} from '@xyxlx/contracts/platform-account';
import { useTranslation } from 'react-i18next';
import { useGuardedChange } from '../../kit/approval/guarded-change.ts';
import { RecordForm } from '../../kit/form/record-form.tsx';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';
import { selectOptionOf } from '../../lib/select-option.ts';

/** Adds an account at a platform or changes one: either waits for a checker. */
export function AccountForm({ account, onClose }: { account: PlatformAccountRow | null; onClose(): void }) {
  const { t } = useTranslation(['platform', 'kit']);
  const platforms = useQuery(api.platform.queryAccountPlatform.queryOptions());
  const companies = useQuery(api.platform.queryAccountCompany.queryOptions());
  const isGuarded = account?.state === 'ACTIVE';
  const { guard, reason } = useGuardedChange('platformChange', platformAccountGuarded, account, isGuarded);
  const onSuccess = async ({ approvalId }: { approvalId: string | null }) => {
    onClose();
    const words = approvalId === null ? t('kit:saved') : t('account.handedIn');
    await acted(words, api.platform.pathFilter(), api.approval.pathFilter());
  };
  const add = useMutation(api.platform.addAccount.mutationOptions({ onSuccess }));
  const edit = useMutation(api.platform.editAccount.mutationOptions({ onSuccess }));
  const offered = ({ data, isFetching }: typeof platforms) => ({
    loading: isFetching,
    options: data?.map(selectOptionOf) ?? [],
  });
  return (
    <RecordForm
      title={t(account ? 'account.edit' : 'account.add')}
      record={account}
      guard={guard}
      add={{ schema: contract.addAccount.input, work: add }}
      edit={{ schema: contract.editAccount.input, work: edit }}
      onClose={onClose}
      fields={(field) => [
        field.pick('platformId', t('account.platform'), offered(platforms)),
        field.pick('companyId', t('account.company'), offered(companies)),
        field.choice('kind', t('account.kind'), platformAccountKindWords, { initial: 'BANK' }),
        field.text('name', t('account.name')),
        field.text('bank', t('account.bank')),
        field.personal('accountNo', t('account.no'), { inputMode: 'numeric' }),
        reason && field.text('reason', ...reason),
      ]}
    />
  );
}
