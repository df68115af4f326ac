import { codeForm, fits } from '@xyxlx/contracts/text-forms';
import type { CodeScene } from '@xyxlx/contracts/verification-code';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeField } from '../../kit/auth/code-field.tsx';
import { MobileField } from '../../kit/auth/mobile-field.tsx';
import { showProblems } from '../../kit/form/show-problems.ts';
import { PlainButton } from '../../kit/plain-button.tsx';
import styles from './login-page.module.css';
import { mobileProblem } from './mobile-problem.ts';

/** What proves that a mobile or e-mail is one's own. */
export interface Proof {
  mobile: string;
  verificationCode: string;
}

interface CodeStepProps {
  scene: CodeScene;
  /** What stands in the first field from the start. */
  mobile?: string;
  submit: string;
  isPending: boolean;
  onProof(proof: Proof): void;
  /** More fields below the code; `asked`: they show what is wrong with them. */
  more?(asked: boolean): ReactNode;
  /** Whether nothing is wrong with these. */
  isComplete?: boolean;
}

/** A mobile or e-mail and the code that was sent to it: how one shows without a password who one is. */
export function CodeStep(props: CodeStepProps) {
  const { scene, submit: words, isPending, onProof, more, isComplete = true } = props;
  const { t } = useTranslation('sign-in');
  const [mobile, setMobile] = useState(props.mobile ?? '');
  const [code, setCode] = useState('');
  const [asked, setAsked] = useState(false);
  const [askedForCode, setAskedForCode] = useState(false);
  const badMobile = mobileProblem(mobile);
  const isCode = fits(code, codeForm);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    showProblems(event.currentTarget, () => setAsked(true));
    if (!badMobile && isCode && isComplete) onProof({ mobile: mobile.trim(), verificationCode: code });
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <MobileField
        label={t('login.mobile')}
        autoComplete="username"
        autoFocus
        placeholder={t('login.mobile.required')}
        value={mobile}
        onChange={setMobile}
        problem={(asked || askedForCode) && badMobile ? t(badMobile) : undefined}
      />
      <CodeField
        mobile={mobile.trim()}
        scene={scene}
        value={code}
        onChange={setCode}
        problem={asked && !isCode ? t('reset.code.required') : undefined}
        onBadMobile={() => setAskedForCode(true)}
      />
      {more?.(asked)}
      <PlainButton type="submit" look="primary" busy={isPending}>
        {words}
      </PlainButton>
    </form>
  );
}
