import { useMutation } from '@tanstack/react-query';
import { paths } from '@xyxlx/contracts/paths';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { PublicFrame } from '../../kit/public-frame.tsx';
import { api } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { CodeStep } from './code-step.tsx';
import styles from './login-page.module.css';
import { NewPasswordFields, useNewPassword } from './new-password-fields.tsx';

/** Sets a new password with a code sent to the mobile or e-mail. */
export function Component() {
  const { t } = useTranslation('sign-in');
  const navigate = useNavigate();
  const typed = useNewPassword();
  const reset = useMutation(
    api.userAccount.resetPassword.mutationOptions({
      onSuccess: () => {
        notify('success', t('reset.done'));
        navigate(paths.login, { replace: true });
      },
    }),
  );
  return (
    <PublicFrame title={t('reset.title')} lead={t('reset.lead')}>
      <CodeStep
        scene="resetPassword"
        submit={t('reset.submit')}
        isPending={reset.isPending}
        isComplete={typed.isComplete}
        more={(asked) => <NewPasswordFields typed={typed} asked={asked} />}
        onProof={(proof) => reset.mutate({ ...proof, newPassword: typed.password })}
      />
      <p className={styles.more}>
        <Link to={paths.login}>{t('backToLogin')}</Link>
      </p>
    </PublicFrame>
  );
}
