import { useQuery } from '@tanstack/react-query';
import { paths } from '@xyxlx/contracts/paths';
import type { SignOnProvider } from '@xyxlx/contracts/sign-on';
import { useTranslation } from 'react-i18next';
import { GoLink } from '../../kit/go-link.tsx';
import { api } from '../../lib/api.ts';
import type { Go } from '../../lib/go.ts';
import styles from './sign-on-page.module.css';

/** The ways to sign on through somebody else, where the server offers any; `redirect` goes along. */
export function SignOnLinks({ redirect, go }: { redirect: string | null; go: Go }) {
  const { t } = useTranslation('sign-in');
  const { data } = useQuery(
    api.userAccount.querySignOnProvider.queryOptions(
      {},
      { staleTime: Number.POSITIVE_INFINITY, trpc: { context: { background: true } } },
    ),
  );
  if (!data || data.list.length === 0) return null;
  return (
    <section className={styles.others} aria-label={t('login.other')}>
      <p className={styles.or}>{t('login.other')}</p>
      <div className={styles.links}>
        {data.list.map((provider) => (
          <GoLink key={provider} look="quiet" to={addressOf(provider, redirect)} go={go}>
            {t(`signOn.${provider}`)}
          </GoLink>
        ))}
      </div>
    </section>
  );
}

function addressOf(provider: SignOnProvider, redirect: string | null): string {
  return redirect ? `${paths[provider]}?redirect=${encodeURIComponent(redirect)}` : paths[provider];
}
