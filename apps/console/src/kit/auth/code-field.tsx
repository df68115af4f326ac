import { useMutation } from '@tanstack/react-query';
import { codeForm, fits, mobileForm } from '@xyxlx/contracts/text-forms';
import type { codeScenes } from '@xyxlx/contracts/verification-code';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { Field } from '../field.tsx';
import { PlainButton } from '../plain-button.tsx';
import { useCountdown } from '../use-countdown.ts';
import { Captcha, type CaptchaProof } from './captcha.tsx';
import styles from './code-field.module.css';

interface CodeFieldProps {
  /** Where the code goes. */
  mobile: string;
  scene: (typeof codeScenes)[number];
  value: string;
  onChange(code: string): void;
  problem?: string | undefined;
  /** The button was pressed while `mobile` is not a phone number or an e-mail address. */
  onBadMobile(): void;
}

/** One code a minute and mobile, as the server counts. */
const pauseMs = 60_000;

/** The field for a verification code with the button that has one sent, after the slider; protocol and all, as the captcha. */
export function CodeField({ mobile, scene, value, onChange, problem, onBadMobile }: CodeFieldProps) {
  const { t } = useTranslation();
  const [checking, setChecking] = useState(false);
  const [attempt, setAttempt] = useState(1);
  const [nextAt, setNextAt] = useState(0);
  const wait = useCountdown(nextAt);
  const request = useMutation(
    api.verificationCode.requestVerificationCode_V2.mutationOptions({
      onSuccess: ({ expiresInSeconds }) => {
        setChecking(false);
        setNextAt(Date.now() + pauseMs);
        notify('success', t('code.sent', { minutes: Math.round(expiresInSeconds / 60) }));
      },
      onError: ({ data }) => {
        const seconds = data?.wire.retryAfterSeconds;
        if (seconds) setNextAt(Date.now() + seconds * 1000);
        // The proof is used up, whatever was wrong.
        setChecking(!seconds);
        setAttempt((previous) => previous + 1);
      },
    }),
  );

  function begin(): void {
    if (!fits(mobile, mobileForm)) {
      onBadMobile();
      return;
    }
    setAttempt((previous) => previous + 1);
    setChecking(true);
  }

  function send(proof: CaptchaProof | null): void {
    if (proof) request.mutate({ mobile, scene, ...proof });
  }

  return (
    <div className={styles.code}>
      <div className={styles.line}>
        <Field
          label={t('code.label')}
          name="verificationCode"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={codeForm.maxLength}
          placeholder={t('code.required')}
          value={value}
          onChange={(event) => onChange(event.target.value.replace(/\D/g, ''))}
          problem={problem}
        />
        <PlainButton busy={request.isPending} disabled={wait > 0 || checking} onClick={begin}>
          {wait > 0 ? t('code.again', { seconds: wait }) : t(nextAt ? 'code.resend' : 'code.send')}
        </PlainButton>
      </div>
      {checking && <Captcha key={attempt} scene="verificationCode" onProof={send} />}
    </div>
  );
}
