import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '../../kit/field.tsx';
import { PlainButton } from '../../kit/plain-button.tsx';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';
import { momentText } from '../../lib/time.ts';
import styles from './dev-panel.module.css';
import { Section } from './section.tsx';

const secondsOfDay = 86_400;

/** Moves the business clock by days, for month ends, expiries and what else waits for a date. */
export function ClockSection() {
  const { t } = useTranslation('dev-panel');
  const [days, setDays] = useState('0');
  const move = useMutation(
    api.dev.clock.mutationOptions({
      onSuccess: ({ now }) => acted(t('clock.moved', { now: momentText(now) })),
    }),
  );
  const isNumber = /^-?\d{1,4}$/.test(days.trim());

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isNumber) move.mutate({ offsetSeconds: Number(days) * secondsOfDay });
  }

  return (
    <Section title={t('clock.title')}>
      <form className={styles.row} onSubmit={submit}>
        <Field
          label={t('clock.days')}
          inputMode="numeric"
          value={days}
          onChange={(event) => setDays(event.target.value)}
        />
        <PlainButton type="submit" busy={move.isPending} disabled={!isNumber}>
          {t('clock.move')}
        </PlainButton>
      </form>
    </Section>
  );
}
