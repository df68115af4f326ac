import { Button, Empty } from 'antd';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../lib/failure.ts';

interface FailedProps {
  error: unknown;
  onRetry(): unknown;
}

/** Stands where something could not be read: why, and a button that asks again. */
export function Failed({ error, onRetry }: FailedProps) {
  const { t } = useTranslation('common');
  return (
    <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={failureOf(error).text}>
      <Button onClick={() => onRetry()}>{t('retry')}</Button>
    </Empty>
  );
}
