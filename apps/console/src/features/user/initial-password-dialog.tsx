import { Alert, Button, Modal, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../kit/copy-button.tsx';

interface InitialPasswordDialogProps {
  name: string;
  password: string;
  onClose(): void;
}

/** Shows an initial password, which the server tells only once. */
export function InitialPasswordDialog({ name, password, onClose }: InitialPasswordDialogProps) {
  const { t } = useTranslation(['user', 'kit']);
  return (
    <Modal
      open
      width={440}
      title={t('initial.title', { name })}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('initial.kept')}
        </Button>
      }
    >
      <Alert type="warning" showIcon title={t('initial.words')} />
      <p style={{ marginTop: 16, fontSize: 18 }}>
        <Typography.Text code data-testid="initial-password">
          {password}
        </Typography.Text>{' '}
        <CopyButton value={password} />
      </p>
    </Modal>
  );
}
