import { useMutation } from '@tanstack/react-query';
import type { captchaScenes, TracePoint } from '@xyxlx/contracts/verification-code';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { AliyunCaptcha } from './aliyun-captcha.tsx';
import styles from './slider-track.module.css';
import { type SliderStatus, SliderTrack } from './slider-track.tsx';

/** What a guarded call carries; good for one call within 90 seconds. */
export interface CaptchaProof {
  captchaVerifyParam: string;
  sceneId: string;
}

interface CaptchaProps {
  scene: (typeof captchaScenes)[number];
  /** Called with the proof, and with null when it grew too old. A used-up captcha is made anew by a new `key`. */
  onProof(proof: CaptchaProof | null): void;
}

// Shorter than the server's 90 seconds and 5 minutes, so that an answer on its way is still in time.
const proofLifeMs = 80_000;
const challengeLifeMs = 240_000;
const background = { trpc: { context: { background: true } } };

/** The human check of sign-in, password change and verification codes. It alone of the kit calls the server: its protocol is its content. */
export function Captcha({ scene, onProof }: CaptchaProps) {
  const { t } = useTranslation();
  const request = useMutation(api.verificationCode.requestCaptcha.mutationOptions(background));
  const solve = useMutation(api.verificationCode.solveCaptcha.mutationOptions(background));
  const [outcome, setOutcome] = useState<'open' | 'passed' | 'refused' | 'expired'>('open');
  const offer = request.data;

  const ask = useEffectEvent(() => request.mutate({ sceneId: scene }));
  const handOver = useEffectEvent(onProof);

  useEffect(() => ask(), []);

  useEffect(() => {
    if (offer?.provider !== 'slider' || outcome === 'passed') return;
    const timer = setTimeout(ask, challengeLifeMs);
    return () => clearTimeout(timer);
  }, [offer, outcome]);

  useEffect(() => {
    if (offer?.provider === 'off') handOver({ captchaVerifyParam: 'off', sceneId: scene });
  }, [offer, scene]);

  useEffect(() => {
    if (outcome !== 'passed') return;
    const timer = setTimeout(() => {
      setOutcome('expired');
      handOver(null);
      ask();
    }, proofLifeMs);
    return () => clearTimeout(timer);
  }, [outcome]);

  async function submit(trace: TracePoint[]): Promise<void> {
    if (offer?.provider !== 'slider') return;
    try {
      const { captchaVerifyParam } = await solve.mutateAsync({ captchaId: offer.captchaId, trace });
      setOutcome('passed');
      onProof({ captchaVerifyParam, sceneId: scene });
    } catch {
      // Already told to the user; a challenge is judged once, so the next drag needs a new one.
      setOutcome('refused');
      request.mutate({ sceneId: scene });
    }
  }

  if (offer?.provider === 'aliyun') {
    return (
      <AliyunCaptcha
        offer={offer}
        onParam={(captchaVerifyParam) => onProof({ captchaVerifyParam, sceneId: offer.sceneId })}
      />
    );
  }
  if (request.isError) {
    return (
      <button type="button" className={styles.retry} onClick={() => request.mutate({ sceneId: scene })}>
        {t('captcha.unavailable')}
      </button>
    );
  }
  const status = statusOf(offer?.provider, solve.isPending, outcome);
  return (
    <SliderTrack
      status={status}
      text={t(outcome === 'expired' && status === 'ready' ? 'captcha.expired' : texts[status])}
      label={t('captcha.label')}
      onArrive={submit}
    />
  );
}

const texts = {
  waiting: 'captcha.preparing',
  ready: 'captcha.prompt',
  checking: 'captcha.checking',
  passed: 'captcha.passed',
  refused: 'captcha.refused',
} as const satisfies Record<SliderStatus, string>;

function statusOf(provider: string | undefined, isChecking: boolean, outcome: string): SliderStatus {
  if (provider === 'off' || outcome === 'passed') return 'passed';
  if (isChecking) return 'checking';
  if (provider !== 'slider') return 'waiting';
  return outcome === 'refused' ? 'refused' : 'ready';
}
