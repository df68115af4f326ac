import { CopyOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { copyText } from '../lib/copy.ts';
import { notify } from '../lib/notify.ts';

/** Copies a value on click and says 复制成功！. */
export function CopyButton({ value }: { value: string }) {
  const { t } = useTranslation();
  return (
    <Button
      type="text"
      size="small"
      icon={<CopyOutlined />}
      aria-label={`${t('copy.action')} ${value}`}
      onClick={async () => {
        if (await copyText(value)) notify('success', t('copy.done'));
      }}
    />
  );
}
