import { Button, Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { OverlapList } from './overlap-list.tsx';

interface OverlapDialogProps {
  onOpen(id: string): void;
  onClose(): void;
}

/** 重叠: what the enabled 制度 do to each other; mount it to open it. */
export function OverlapDialog({ onOpen, onClose }: OverlapDialogProps) {
  const { t } = useTranslation(['rule', 'common']);
  return (
    <Modal
      open
      title={t('overlap.action')}
      width={720}
      onCancel={onClose}
      footer={<Button onClick={onClose}>{t('common:close')}</Button>}
    >
      <OverlapList
        onOpen={(id) => {
          onClose();
          onOpen(id);
        }}
      />
    </Modal>
  );
}
