import { useMutation } from '@tanstack/react-query';
import { paths } from '@xyxlx/contracts/paths';
import type { BindingNeeded } from '@xyxlx/contracts/sign-on';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { api } from '../../lib/api.ts';
import type { SignedIn } from './authenticate.ts';
import { CodeStep } from './code-step.tsx';
import styles from './login-page.module.css';

interface BindFormProps {
  binding: BindingNeeded;
  onSignedIn(signedIn: SignedIn): void;
}

/** Binds an unknown account of a provider to the user that a code sent to the mobile proves. */
export function BindForm({ binding: { bindTicket }, onSignedIn }: BindFormProps) {
  const { t } = useTranslation('sign-in');
  const bind = useMutation(api.userAccount.bindAccount.mutationOptions({ onSuccess: onSignedIn }));
  return (
    <>
      <CodeStep
        scene="bindAccount"
        submit={t('bind.submit')}
        isPending={bind.isPending}
        onProof={(proof) => bind.mutate({ bindTicket, ...proof })}
      />
      <p className={styles.more}>
        <Link to={paths.login}>{t('backToLogin')}</Link>
      </p>
    </>
  );
}
