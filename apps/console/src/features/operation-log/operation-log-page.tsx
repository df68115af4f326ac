import { useTranslation } from 'react-i18next';
import { Page } from '../../kit/page.tsx';
import { useCan } from '../../lib/me.ts';
import { OperationLogList } from './operation-log-list.tsx';
import { VerifyButton } from './verify-button.tsx';

/** What was changed, by whom and why; the log can be checked for rows that were edited or removed. */
export function Component() {
  const { t } = useTranslation('operation-log');
  const can = useCan();
  return (
    <Page
      title={t('list.title')}
      lead={t('list.lead')}
      actions={can('operationlog.verify') && <VerifyButton />}
    >
      <OperationLogList title={t('list.title')} />
    </Page>
  );
}
