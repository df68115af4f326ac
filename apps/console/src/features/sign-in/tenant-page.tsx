import { useMutation, useQuery } from '@tanstack/react-query';
import { paths } from '@xyxlx/contracts/paths';
import type { Permission } from '@xyxlx/contracts/permissions';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { PublicFrame } from '../../kit/public-frame.tsx';
import { api } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useRoleName } from '../../lib/role-name.ts';
import { startPath } from '../../lib/start-path.ts';
import { readToken, readUser, writeToken, writeUser } from '../../lib/storage.ts';
import styles from './tenant-page.module.css';

/** The choice of a tenant for somebody who belongs to several. */
export function Component() {
  const { t } = useTranslation('sign-in');
  if (readToken()) return <Choice />;
  return (
    <PublicFrame title={t('tenant.title')} lead={t('tenant.signInFirst')}>
      <p className={styles.away}>
        <Link to={`${paths.login}?redirect=${encodeURIComponent(paths.tenant)}`}>{t('backToLogin')}</Link>
      </p>
    </PublicFrame>
  );
}

function Choice() {
  const { t } = useTranslation('sign-in');
  const roleName = useRoleName();
  const [search] = useSearchParams();
  const goOn = (permissions: readonly Permission[]) =>
    window.location.replace(startPath(search.get('redirect'), permissions));
  const { data } = useQuery(api.userAccount.queryTenantChoice.queryOptions({}));
  const isNone = data?.list.every(({ state }) => state !== 'USABLE');
  const choose = useMutation(
    api.userAccount.chooseTenant.mutationOptions({
      onSuccess: ({ token, user }) => {
        writeToken(token);
        writeUser(user);
        queryClient.clear();
        // A whole load: nothing of the other tenant stays in memory.
        goOn(user.permissions);
      },
    }),
  );

  return (
    <PublicFrame title={t('tenant.title')} lead={t(isNone ? 'tenant.empty' : 'tenant.lead')}>
      <ul className={styles.list}>
        {data?.list.map(({ tenant, company, roles, current, state }) => (
          <li key={tenant.id}>
            <button
              type="button"
              className={styles.choice}
              disabled={state !== 'USABLE' || choose.isPending}
              aria-current={current}
              onClick={() =>
                current ? goOn(readUser()?.permissions ?? []) : choose.mutate({ tenantId: tenant.id })
              }
            >
              <span className={styles.name}>{tenant.name}</span>
              <span className={styles.about}>
                {[company?.name, ...roles.map(roleName)].filter(Boolean).join(' · ')}
              </span>
              {current && state === 'USABLE' && <span className={styles.mark}>{t('tenant.current')}</span>}
              {state !== 'USABLE' && <span className={styles.closed}>{t(`tenant.${state}`)}</span>}
            </button>
          </li>
        ))}
      </ul>
    </PublicFrame>
  );
}
