import { DownOutlined, KeyOutlined, LogoutOutlined, UserOutlined } from '@ant-design/icons';
import { useMutation } from '@tanstack/react-query';
import { paths } from '@xyxlx/contracts/paths';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { MenuButton } from '../../kit/menu-button.tsx';
import { api } from '../../lib/api.ts';
import { useMe } from '../../lib/me.ts';
import { session } from '../../lib/session.ts';
import styles from './user-menu.module.css';

/** Who is signed in, and the way out. */
export function UserMenu({ onChangePassword }: { onChangePassword(): void }) {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const me = useMe();
  const logout = useMutation(
    api.userAccount.logout.mutationOptions({
      // Whatever the server answered, this browser is signed out.
      onSettled: async () => {
        await navigate(paths.login, { replace: true });
        session.end();
      },
    }),
  );
  if (!me) return null;
  return (
    <MenuButton
      type="text"
      aria-label={t('user.menu', { name: me.name })}
      className={styles.button ?? ''}
      menu={{
        items: [
          {
            key: 'info',
            icon: <UserOutlined aria-hidden />,
            label: t('user.info'),
            onClick: () => navigate(paths.userInfo),
          },
          {
            key: 'password',
            icon: <KeyOutlined aria-hidden />,
            label: t('user.changePassword'),
            onClick: onChangePassword,
          },
          { type: 'divider' },
          {
            key: 'logout',
            icon: <LogoutOutlined aria-hidden />,
            label: t('user.logout'),
            onClick: () => logout.mutate(),
          },
        ],
      }}
    >
      {me.avatarUrl ? (
        <img src={me.avatarUrl} alt="" className={styles.avatar} />
      ) : (
        <span aria-hidden="true" className={styles.avatar}>
          {me.name.slice(0, 1)}
        </span>
      )}
      <span className={styles.who}>
        <span>{me.name}</span>
        <span className={styles.tenant}>{me.tenant.name}</span>
      </span>
      <DownOutlined aria-hidden className={styles.arrow} />
    </MenuButton>
  );
}
