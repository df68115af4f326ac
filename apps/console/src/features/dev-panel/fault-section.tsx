import { useMutation } from '@tanstack/react-query';
import { dev as contract } from '@xyxlx/contracts/dev';
import { longest } from '@xyxlx/contracts/fields';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '../../kit/field.tsx';
import { PlainButton } from '../../kit/plain-button.tsx';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';
import styles from './dev-panel.module.css';
import { Section } from './section.tsx';

/** The failures of the wire: body codes come with HTTP 200, the others with their own status. */
const faults = [402, 403, 406, 400, 429, 500, 503] as const;
const bodyCodes: readonly number[] = [402, 403, 406];

/** Makes the next call of an endpoint fail, or wait. */
export function FaultSection() {
  const { t } = useTranslation('dev-panel');
  const [endpoint, setEndpoint] = useState('merchant/queryMerchant');
  const [fault, setFault] = useState<number>(500);
  const [delay, setDelay] = useState('0');
  const plant = useMutation(
    api.dev.failNext.mutationOptions({ onSuccess: () => acted(t('fault.planted', { endpoint, fault })) }),
  );
  const isComplete = endpoint.trim() !== '' && /^\d{1,5}$/.test(delay.trim());

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!isComplete) return;
    const answer = bodyCodes.includes(fault) ? { code: fault } : { status: fault };
    plant.mutate({ endpoint: endpoint.trim(), times: 1, delayMs: Number(delay), ...answer });
  }

  return (
    <Section title={t('fault.title')}>
      <form className={styles.fields} onSubmit={submit}>
        <Field
          label={t('fault.endpoint')}
          maxLength={longest(contract.failNext.input.shape.endpoint)}
          value={endpoint}
          onChange={(event) => setEndpoint(event.target.value)}
        />
        <div className={styles.row}>
          <label className={styles.choice}>
            <span>{t('fault.answer')}</span>
            <select value={fault} onChange={(event) => setFault(Number(event.target.value))}>
              {faults.map((code) => (
                <option key={code}>{code}</option>
              ))}
            </select>
          </label>
          <Field
            label={t('fault.delay')}
            inputMode="numeric"
            value={delay}
            onChange={(event) => setDelay(event.target.value)}
          />
          <PlainButton type="submit" busy={plant.isPending} disabled={!isComplete}>
            {t('fault.plant')}
          </PlainButton>
        </div>
      </form>
    </Section>
  );
}
