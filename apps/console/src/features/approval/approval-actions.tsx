import { useMutation } from '@tanstack/react-query';
import type { ApprovalRow } from '@xyxlx/contracts/approval';
import { Button } from 'antd';
import { type MouseEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ReasonDialog } from '../../kit/actions/reason-dialog.tsx';
import { useIntention } from '../../kit/intention.ts';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';

type Decision = 'approve' | 'reject' | 'withdraw';

interface ApprovalActionsProps {
  approval: ApprovalRow;
  size?: 'small';
}

/** Approves, rejects or withdraws what waits; nothing for whoever may do none of it. */
export function ApprovalActions({ approval, size }: ApprovalActionsProps) {
  const { t } = useTranslation('approval');
  const [asked, setAsked] = useState<Decision | null>(null);
  const { canDecide, canWithdraw } = approval;
  const look = size ? { size } : {};

  // In a table the row around would open as well.
  function ask(decision: Decision) {
    return (event: MouseEvent) => {
      event.stopPropagation();
      setAsked(decision);
    };
  }

  return (
    <>
      {canDecide && (
        <span style={{ display: 'inline-flex', gap: 8 }}>
          <Button type="primary" {...look} onClick={ask('approve')}>
            {t('act.approve')}
          </Button>
          <Button danger {...look} onClick={ask('reject')}>
            {t('act.reject')}
          </Button>
        </span>
      )}
      {canWithdraw && (
        <Button {...look} onClick={ask('withdraw')}>
          {t('act.withdraw')}
        </Button>
      )}
      {asked && <DecisionDialog approval={approval} decision={asked} onClose={() => setAsked(null)} />}
    </>
  );
}

interface DecisionDialogProps {
  approval: ApprovalRow;
  decision: Decision;
  onClose(): void;
}

function DecisionDialog({ approval: { id, subjectLabel }, decision, onClose }: DecisionDialogProps) {
  const { t } = useTranslation('approval');
  const intention = useIntention();
  const options = {
    ...intention,
    onSuccess: async () => {
      onClose();
      // Carrying it out changed a record of whatever area it belongs to.
      await acted(t(`${decision}.done`), {});
    },
  };
  const approve = useMutation(api.approval.approve.mutationOptions(options));
  const reject = useMutation(api.approval.reject.mutationOptions(options));
  const withdraw = useMutation(api.approval.withdraw.mutationOptions(options));

  function submit({ reason }: { reason: string }): void {
    if (decision === 'reject') reject.mutate({ id, reason });
    else (decision === 'approve' ? approve : withdraw).mutate({ id, ...(reason && { reason }) });
  }

  return (
    <ReasonDialog
      title={t(`${decision}.title`, { subject: subjectLabel })}
      words={t(`${decision}.words`)}
      okText={t(`act.${decision}`)}
      danger={decision === 'reject'}
      {...(decision !== 'reject' && { optionalAs: t('approve.opinion') })}
      isPending={approve.isPending || reject.isPending || withdraw.isPending}
      onSubmit={submit}
      onClose={onClose}
    />
  );
}
