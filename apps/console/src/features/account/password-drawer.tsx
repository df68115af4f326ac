import { Drawer } from 'antd';
import { useTranslation } from 'react-i18next';
import { PasswordForm } from './password-form.tsx';

/** Changing one's own password, over whatever screen one is on. */
export function PasswordDrawer({ open, onClose }: { open: boolean; onClose(): void }) {
  const { t } = useTranslation('account');
  return (
    <Drawer open={open} onClose={onClose} size={440} title={t('password.title')} destroyOnHidden>
      <PasswordForm />
    </Drawer>
  );
}
