import { useMutation } from '@tanstack/react-query';
import { consumptionCategoryWords, payChannelWords } from '@xyxlx/contracts/consumption';
import { rule as contract } from '@xyxlx/contracts/rule';
import { Modal } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { DecisionView } from '../../kit/decision/decision-view.tsx';
import { EmployeeInput } from '../../kit/employee-input.tsx';
import { SchemaForm } from '../../kit/form/schema-form.tsx';
import { client } from '../../lib/api.ts';
import { businessNow } from '../../lib/business-clock.ts';
import styles from './editor.module.css';

const { input: schema } = contract.tryPayment;

/** 试一笔: what the rules would say of a payment that nobody makes; mount it to open it. */
export function TryDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation(['rule', 'common']);
  const id = useId();
  const work = useMutation({
    mutationFn: (input: z.input<typeof schema>) => client.rule.tryPayment.query(input),
  });
  return (
    <Modal
      open
      title={t('try.title')}
      width={720}
      mask={{ closable: false }}
      okText={t('try.ok')}
      cancelText={t('common:close')}
      okButtonProps={{ loading: work.isPending, htmlType: 'submit', form: id }}
      onCancel={onClose}
    >
      <p style={{ marginBottom: 16, color: 'var(--ink-soft)' }}>{t('try.words')}</p>
      <SchemaForm
        id={id}
        schema={schema}
        work={work}
        fields={(field) => (
          <>
            {field.custom('employeeId', t('try.employee'), <EmployeeInput />)}
            <div className={styles.row}>
              {field.money('amount', t('try.amount'))}
              {field.money('personalAmount', t('try.personalAmount'))}
              {field.choice('category', t('try.category'), consumptionCategoryWords, { initial: 'MEAL' })}
              {field.choice('channel', t('try.channel'), payChannelWords, { initial: 'ALIPAY' })}
              {field.moment('at', t('try.at'), { initial: businessNow().toISOString() })}
              {field.merchant('payeeMerchantId', t('try.payee'), { placeholder: t('try.payee.own') })}
              {field.text('mcc', t('try.mcc'), { isCode: true, placeholder: t('try.ofPayee') })}
              {field.text('city', t('try.city'), { isCode: true, placeholder: t('try.ofPayee') })}
            </div>
          </>
        )}
      />
      <div aria-live="polite">
        {work.data && (
          <div key={work.submittedAt} ref={intoSight}>
            <DecisionView decision={work.data} />
          </div>
        )}
      </div>
    </Modal>
  );
}

// Below a long form nobody would see that it came.
function intoSight(answer: HTMLElement | null): void {
  answer?.scrollIntoView({ block: 'nearest' });
}
