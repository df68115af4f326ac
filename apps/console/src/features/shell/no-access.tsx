import { useQuery } from '@tanstack/react-query';
import { type Permission, permissionLabel } from '@xyxlx/contracts/permissions';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { StatusPage } from '../../kit/status-page.tsx';
import { api } from '../../lib/api.ts';
import { useLabel, wordsText } from '../../lib/label.ts';
import { useRoleName } from '../../lib/role-name.ts';

/** Why can't I see it: the permission that a screen takes, the roles that have it and who can grant one. */
export function NoAccess({ title, permission }: { title: string; permission: Permission }) {
  const { t } = useTranslation(['shell', 'errors']);
  const label = useLabel();
  const roleName = useRoleName();
  const navigate = useNavigate();
  const { data } = useQuery(
    api.role.explainPermission.queryOptions({ permission }, { trpc: { context: { background: true } } }),
  );
  return (
    <StatusPage
      mark="406"
      title={t('noPermission.title', { screen: title })}
      actions={<Button onClick={() => navigate(-1)}>{t('errors:back')}</Button>}
    >
      <p>{t('noPermission.needed', { permission: label(permissionLabel(permission)) })}</p>
      {data && data.rolesWithIt.length > 0 && (
        <p>{t('noPermission.roles', { roles: wordsText(data.rolesWithIt.map(roleName)) })}</p>
      )}
      {data && data.grantors.length > 0 && (
        <p>{t('noPermission.grantors', { people: wordsText(data.grantors.map(({ name }) => name)) })}</p>
      )}
      {data?.grantors.length === 0 && (
        <p>{t(data.missingFromPackage ? 'noPermission.package' : 'noPermission.nobody')}</p>
      )}
    </StatusPage>
  );
}
