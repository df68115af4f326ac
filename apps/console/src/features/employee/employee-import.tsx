import { useTranslation } from 'react-i18next';
import { ImportWizard } from '../../kit/import/import-wizard.tsx';
import { api } from '../../lib/api.ts';
import { downloadFile } from '../../lib/files.ts';
import { queryClient } from '../../lib/query-client.ts';

/** The import of a merchant's employees from a sheet. */
export function EmployeeImport({ merchantId }: { merchantId: string }) {
  const { t } = useTranslation('employee');
  return (
    <ImportWizard
      title={t('import.title')}
      path="employee/importEmployee"
      fields={{ merchantId }}
      maxMb={50}
      onTemplate={() => downloadFile('employee/importTemplate', { format: 'xlsx' })}
      hints={[t('import.hint.number'), t('import.hint.state')]}
      onImported={() => {
        queryClient.invalidateQueries(api.employee.pathFilter());
        queryClient.invalidateQueries(api.merchant.pathFilter());
      }}
    />
  );
}
