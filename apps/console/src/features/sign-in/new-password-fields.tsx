import { passwordMaxLength } from '@xyxlx/contracts/text-forms';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PasswordRules } from '../../kit/auth/password-rules.tsx';
import { Field } from '../../kit/field.tsx';

/** A new password as it is typed twice. */
export function useNewPassword() {
  const { t } = useTranslation('sign-in');
  const [typed, setTyped] = useState({ password: '', again: '' });
  const { password, again } = typed;
  const problems = {
    password: password === '' ? t('reset.password.required') : undefined,
    again: again === '' ? t('reset.confirm.required') : again === password ? undefined : t('reset.different'),
  };
  return { ...typed, setTyped, problems, isComplete: !problems.password && !problems.again };
}

interface NewPasswordFieldsProps {
  typed: ReturnType<typeof useNewPassword>;
  /** Shows what is wrong. */
  asked: boolean;
  autoFocus?: boolean;
}

/** The fields for a new password and its repetition, with the rules it has to follow. */
export function NewPasswordFields({ typed, asked, autoFocus = false }: NewPasswordFieldsProps) {
  const { t } = useTranslation('sign-in');
  const { password, again, setTyped, problems } = typed;
  const usual = { type: 'password', autoComplete: 'new-password', maxLength: passwordMaxLength };
  return (
    <>
      <div>
        <Field
          {...usual}
          label={t('reset.password')}
          name="newPassword"
          autoFocus={autoFocus}
          placeholder={t('reset.password.required')}
          value={password}
          onChange={(event) => setTyped({ password: event.target.value, again })}
          problem={asked ? problems.password : undefined}
        />
        <PasswordRules />
      </div>
      <Field
        {...usual}
        label={t('reset.confirm')}
        name="confirmPassword"
        placeholder={t('reset.confirm.required')}
        value={again}
        onChange={(event) => setTyped({ password, again: event.target.value })}
        problem={asked ? problems.again : undefined}
      />
    </>
  );
}
