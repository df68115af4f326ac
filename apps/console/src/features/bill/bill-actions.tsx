import { useMutation } from '@tanstack/react-query';
import type { BillDetail } from '@xyxlx/contracts/bill';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirm as ask } from '../../kit/actions/confirm.ts';
import { ReasonDialog } from '../../kit/actions/reason-dialog.tsx';
import { useSubjectApproval } from '../../kit/approval/use-subject-approval.ts';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';
import { useCan } from '../../lib/me.ts';
import { yuanText } from '../../lib/money.ts';

/** What can be done with a bill in its state, by whoever looks: who issued it neither confirms nor disputes it. */
export function BillActions({ bill }: { bill: BillDetail }) {
  const { t } = useTranslation(['bill', 'kit']);
  const can = useCan();
  const approval = useSubjectApproval('billConfirmation', bill.id);
  const [isDisputing, setDisputing] = useState(false);
  const options = {
    onSuccess: async () => {
      setDisputing(false);
      await acted(t('kit:done'), api.bill.pathFilter(), api.home.pathFilter(), api.approval.pathFilter());
    },
  };
  const issue = useMutation(api.bill.issueBill.mutationOptions(options));
  const confirm = useMutation(api.bill.confirmBill.mutationOptions(options));
  const dispute = useMutation(api.bill.disputeBill.mutationOptions(options));
  const settle = useMutation(api.bill.settleBill.mutationOptions(options));
  const { id, version, state } = bill;
  const step = { id, version };
  const next = { OPEN: issue, DISPUTED: issue, ISSUED: confirm, CONFIRMED: settle, SETTLED: null }[state];
  if (next === null || state === 'SETTLED') return null;
  if (!can(next === issue ? 'bill.issue' : 'bill.confirm')) return null;
  if (state === 'ISSUED' && !approval?.canDecide) return null;

  async function take(): Promise<void> {
    if (state === 'SETTLED') return;
    const agreed = await ask({
      title: t(`act.${state}`),
      content: t(`act.${state}.words`, {
        amount: yuanText(state === 'OPEN' ? bill.recomputedClosingBalance : bill.closingBalance),
      }),
      okText: t(`act.${state}`),
    });
    if (agreed) next?.mutate(step);
  }

  return (
    <>
      <Button type="primary" loading={next.isPending} onClick={take}>
        {t(`act.${state}`)}
      </Button>
      {state === 'ISSUED' && (
        <Button danger onClick={() => setDisputing(true)}>
          {t('act.dispute')}
        </Button>
      )}
      {isDisputing && (
        <ReasonDialog
          title={t('act.dispute')}
          words={t('act.dispute.words')}
          okText={t('act.dispute')}
          danger
          isPending={dispute.isPending}
          onClose={() => setDisputing(false)}
          onSubmit={({ reason }) => dispute.mutate({ ...step, reason })}
        />
      )}
    </>
  );
}
