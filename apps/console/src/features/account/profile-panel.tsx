import { paths } from '@xyxlx/contracts/paths';
import type { User } from '@xyxlx/contracts/user-account';
import { Button, Descriptions, Tag } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useRoleName } from '../../lib/role-name.ts';
import styles from './account.module.css';
import { AvatarEditor } from './avatar-editor.tsx';
import { MobileDialog } from './mobile-dialog.tsx';

/** Who one is: picture, name, how one signs in, where one belongs. */
export function ProfilePanel({ me }: { me: User }) {
  const { t } = useTranslation('account');
  const navigate = useNavigate();
  const roleName = useRoleName();
  const [changingMobile, setChangingMobile] = useState(false);
  const none = t('profile.none');
  return (
    <section className={`${styles.card} ${styles.details}`} aria-label={t('profile.data')}>
      <AvatarEditor name={me.name} avatarUrl={me.avatarUrl} />
      <Descriptions
        column={1}
        bordered
        size="middle"
        styles={{ label: { width: 160 } }}
        items={[
          { key: 'name', label: t('profile.name'), children: me.name },
          {
            key: 'mobile',
            label: t('profile.mobile'),
            children: withAction(
              <span className="figures">{me.mobile}</span>,
              t('profile.changeMobile'),
              () => setChangingMobile(true),
            ),
          },
          { key: 'email', label: t('profile.email'), children: me.email ?? none },
          {
            key: 'tenant',
            label: t('profile.tenant'),
            children: withAction(me.tenant.name, t('profile.switchTenant'), () => navigate(paths.tenant)),
          },
          { key: 'company', label: t('profile.company'), children: me.company?.name ?? none },
          {
            key: 'roles',
            label: t('profile.roles'),
            children: me.roles.map((role) => <Tag key={role.id}>{roleName(role)}</Tag>),
          },
          {
            key: 'password',
            label: t('profile.password'),
            children: (
              <Button size="small" onClick={() => navigate(paths.changePassword)}>
                {t('profile.changePassword')}
              </Button>
            ),
          },
        ]}
      />
      <MobileDialog open={changingMobile} present={me.mobile} onClose={() => setChangingMobile(false)} />
    </section>
  );
}

function withAction(value: ReactNode, action: string, onClick: () => void): ReactNode {
  return (
    <>
      {value}{' '}
      <Button type="link" size="small" onClick={onClick}>
        {action}
      </Button>
    </>
  );
}
