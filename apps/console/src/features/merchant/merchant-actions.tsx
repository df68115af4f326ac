import { useMutation } from '@tanstack/react-query';
import type { MerchantDetail, MerchantState } from '@xyxlx/contracts/merchant';
import type { Permission } from '@xyxlx/contracts/permissions';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../kit/actions/confirm.ts';
import { ReasonDialog } from '../../kit/actions/reason-dialog.tsx';
import { useSubjectApproval } from '../../kit/approval/use-subject-approval.ts';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';
import { useCan } from '../../lib/me.ts';
import { notify } from '../../lib/notify.ts';

type Step = 'approve' | 'reject' | 'enable' | 'disable' | 'close';

const steps: Record<MerchantState, readonly Step[]> = {
  PENDING: ['approve', 'reject'],
  ACTIVE: ['disable'],
  DISABLED: ['enable', 'close'],
  CLOSED: [],
  REJECTED: [],
};
const permissionOf: Record<Step, Permission> = {
  approve: 'merchant.approve',
  reject: 'merchant.approve',
  enable: 'merchant.edit',
  disable: 'merchant.edit',
  close: 'merchant.edit',
};
const harmful: readonly Step[] = ['reject', 'disable', 'close'];

/** What can be done with a merchant in its state, by whoever looks. */
export function MerchantActions({ merchant, onEdit }: { merchant: MerchantDetail; onEdit(): void }) {
  const { t } = useTranslation('merchant');
  const can = useCan();
  const [asked, setAsked] = useState<Step | null>(null);
  const { approve, step } = useSteps(merchant, () => setAsked(null));
  const approval = useSubjectApproval('merchantRegistration', merchant.id);
  const possible = steps[merchant.state].filter(
    (one) => can(permissionOf[one]) && (merchant.state !== 'PENDING' || approval?.canDecide),
  );
  const isEditable = can('merchant.edit') && merchant.state !== 'CLOSED';
  if (possible.length === 0 && !isEditable) return null;

  async function askToApprove(): Promise<void> {
    const agreed = await confirm({
      title: `${t('act.approve')} · ${merchant.name}`,
      content: t('act.approve.words'),
      okText: t('act.approve'),
    });
    if (agreed) approve.mutate({ id: merchant.id, version: merchant.version });
  }

  const button = (one: Step) => (
    <Button
      key={one}
      type={one === 'approve' ? 'primary' : 'default'}
      danger={harmful.includes(one)}
      loading={one === 'approve' && approve.isPending}
      onClick={() => (one === 'approve' ? askToApprove() : setAsked(one))}
    >
      {t(`act.${one}`)}
    </Button>
  );
  return (
    <>
      {possible.filter((one) => !harmful.includes(one)).map(button)}
      {isEditable && <Button onClick={onEdit}>{t('act.edit')}</Button>}
      {possible.filter((one) => harmful.includes(one)).map(button)}
      {asked && (
        <ReasonDialog
          title={`${t(`act.${asked}`)} · ${merchant.name}`}
          words={t(`act.${asked}.words`)}
          okText={t(`act.${asked}`)}
          danger={harmful.includes(asked)}
          isPending={step.isPending}
          onClose={() => setAsked(null)}
          onSubmit={({ reason }) => step.mutate({ step: asked, reason })}
        />
      )}
    </>
  );
}

function useSteps({ id, version }: MerchantDetail, onDone: () => void) {
  const { t } = useTranslation('kit');
  const onSuccess = async () => {
    onDone();
    await acted(t('done'), api.merchant.pathFilter(), api.approval.pathFilter());
  };
  const approve = useMutation(api.merchant.approveMerchant.mutationOptions({ onSuccess }));
  const reject = useMutation(api.merchant.rejectMerchant.mutationOptions());
  const close = useMutation(api.merchant.closeMerchant.mutationOptions());
  const enable = useMutation(api.merchant.enableMerchant.mutationOptions());
  const disable = useMutation(api.merchant.disableMerchant.mutationOptions());
  const step = {
    isPending: reject.isPending || close.isPending || enable.isPending || disable.isPending,
    mutate({ step: one, reason }: { step: Step; reason: string }): void {
      if (one === 'reject') reject.mutate({ id, version, reason }, { onSuccess });
      if (one === 'close') close.mutate({ id, version, reason }, { onSuccess });
      if (one === 'enable' || one === 'disable') {
        (one === 'enable' ? enable : disable).mutate(
          { ids: [id], reason },
          {
            // One record: why it was refused says everything.
            onSuccess: ({ rows: [row] }) => (row?.ok === false ? notify('error', row.message) : onSuccess()),
          },
        );
      }
    },
  };
  return { approve, step };
}
