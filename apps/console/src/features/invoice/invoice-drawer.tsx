import { useMutation } from '@tanstack/react-query';
import type { Waits } from '@xyxlx/contracts/approval';
import { invoice as contract, type InvoiceRow, invoiceApplicationStateWords } from '@xyxlx/contracts/invoice';
import { Button, Drawer, Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ReasonDialog } from '../../kit/actions/reason-dialog.tsx';
import { ActForecast } from '../../kit/approval/act-forecast.tsx';
import { Facts } from '../../kit/detail/facts.tsx';
import { needed } from '../../kit/form/fits.ts';
import { FormDrawer } from '../../kit/form/form-drawer.tsx';
import { Money } from '../../kit/money.tsx';
import { StateTag } from '../../kit/state-tag.tsx';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';
import { useCan } from '../../lib/me.ts';
import { momentText } from '../../lib/time.ts';

const { invoiceNo } = contract.issueInvoice.input.shape;

/** One invoice application, and what finance decides of it. */
export function InvoiceDrawer({ row, onClose }: { row: InvoiceRow; onClose(): void }) {
  const { t } = useTranslation(['invoice', 'kit']);
  const can = useCan();
  const [step, setStep] = useState<'issue' | 'fail' | 'reverse' | null>(null);
  const options = {
    onSuccess: async (outcome: Waits | null) => {
      onClose();
      const words = t(outcome?.approvalId ? 'kit:act.handedIn' : 'kit:done');
      await acted(words, api.invoice.pathFilter(), api.approval.pathFilter());
    },
  };
  const issue = useMutation(api.invoice.issueInvoice.mutationOptions(options));
  const fail = useMutation(api.invoice.failInvoice.mutationOptions(options));
  const reverse = useMutation(api.invoice.reverseInvoice.mutationOptions(options));
  const { id, version } = row;
  return (
    <Drawer
      open
      size={560}
      title={row.applicationNo}
      extra={<StateTag words={invoiceApplicationStateWords[row.state]} />}
      onClose={onClose}
      footer={
        can('bill.confirm') && (
          <div style={{ display: 'flex', gap: 8, justifyContent: 'flex-end' }}>
            {row.state === 'ISSUING' && (
              <>
                <Button danger onClick={() => setStep('fail')}>
                  {t('act.fail')}
                </Button>
                <Button type="primary" onClick={() => setStep('issue')}>
                  {t('act.issue')}
                </Button>
              </>
            )}
            {row.state === 'ISSUED' && (
              <Button danger onClick={() => setStep('reverse')}>
                {t('act.reverse')}
              </Button>
            )}
          </div>
        )
      }
    >
      <Facts
        items={[
          { key: 'title', label: t('field.title'), value: row.title },
          { key: 'taxNo', label: t('field.taxNo'), value: row.taxNo ?? '—' },
          { key: 'amount', label: t('field.amount'), value: <Money fen={row.amount} /> },
          { key: 'email', label: t('field.email'), value: row.email },
          { key: 'paymentNos', label: t('field.paymentNos'), value: row.paymentNos.join('\n') },
          { key: 'invoiceNo', label: t('field.invoiceNo'), value: row.invoiceNo ?? '—' },
          { key: 'reason', label: t('field.reason'), value: row.reason ?? '—' },
          { key: 'createdAt', label: t('field.createdAt'), value: momentText(row.createdAt) },
        ]}
      />
      {step === 'issue' && (
        <FormDrawer<{ invoiceNo: string }>
          title={t('act.issue')}
          initial={{}}
          isPending={issue.isPending}
          onSubmit={(values) => issue.mutate({ id, version, ...values })}
          onClose={() => setStep(null)}
        >
          <Form.Item
            name="invoiceNo"
            label={t('field.invoiceNo')}
            {...needed(invoiceNo, t('problem.invoiceNo'))}
          >
            <Input maxLength={20} inputMode="numeric" className="figures" />
          </Form.Item>
          <ActForecast subjectType="invoiceIssue" amount={row.amount} />
        </FormDrawer>
      )}
      {(step === 'fail' || step === 'reverse') && (
        <ReasonDialog
          title={`${t(`act.${step}`)} · ${row.applicationNo}`}
          words={t(`act.${step}.words`)}
          okText={t(`act.${step}`)}
          danger
          isPending={fail.isPending || reverse.isPending}
          onSubmit={({ reason }) => (step === 'fail' ? fail : reverse).mutate({ id, version, reason })}
          onClose={() => setStep(null)}
        >
          {step === 'reverse' && <ActForecast subjectType="invoiceIssue" amount={row.amount} />}
        </ReasonDialog>
      )}
    </Drawer>
  );
}
