import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../lib/failure.ts';
import type { RowsState } from './use-list-rows.ts';

/** Says why the rows of a list are those of before, where they could not be read again. */
export function StaleRows({ rows }: { rows: RowsState & { data: unknown } }) {
  const { t } = useTranslation(['kit', 'common']);
  if (!rows.data || rows.error === null) return null;
  return (
    <Alert
      type="warning"
      showIcon
      title={t('table.stale', { reason: failureOf(rows.error).text })}
      action={
        <Button size="small" onClick={() => rows.refetch()}>
          {t('common:retry')}
        </Button>
      }
    />
  );
}
