import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { PlainButton } from '../../kit/plain-button.tsx';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';
import { readToken } from '../../lib/storage.ts';
import styles from './dev-panel.module.css';
import { Section } from './section.tsx';

/** Ends the life of this browser's token, or of its whole session: the next call is a real 402 or 403. */
export function SessionSection() {
  const { t } = useTranslation('dev-panel');
  const expire = useMutation(
    api.dev.expireToken.mutationOptions({ onSuccess: () => acted(t('session.expired')) }),
  );
  const revoke = useMutation(
    api.dev.revokeSession.mutationOptions({ onSuccess: () => acted(t('session.revoked')) }),
  );
  const isSignedIn = readToken() !== null;
  return (
    <Section title={t('session.title')} words={t(isSignedIn ? 'session.words' : 'session.signInFirst')}>
      <div className={styles.buttons}>
        <PlainButton
          size="small"
          busy={expire.isPending}
          disabled={!isSignedIn}
          onClick={() => expire.mutate(undefined)}
        >
          {t('session.expire')}
        </PlainButton>
        <PlainButton
          size="small"
          busy={revoke.isPending}
          disabled={!isSignedIn}
          onClick={() => revoke.mutate(undefined)}
        >
          {t('session.revoke')}
        </PlainButton>
      </div>
    </Section>
  );
}
