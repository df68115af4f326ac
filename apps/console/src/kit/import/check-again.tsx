import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { countText } from '../../lib/money.ts';
import type { MendedRows } from './use-mended-rows.ts';

/** Hands in what was mended of bad rows; all rows are checked again. */
export function CheckAgain({ mended }: { mended: MendedRows }) {
  const { t } = useTranslation('kit/import');
  return (
    <Button disabled={mended.count === 0} loading={mended.isPending} onClick={mended.check}>
      {t('checkAgain', { total: countText(mended.count) })}
    </Button>
  );
}
