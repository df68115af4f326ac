import { useTranslation } from 'react-i18next';
import { ImportWizard } from '../../kit/import/import-wizard.tsx';
import { api } from '../../lib/api.ts';
import { downloadFile } from '../../lib/files.ts';
import { queryClient } from '../../lib/query-client.ts';

/** The import of an account's statement. */
export function StatementUpload({ accountId }: { accountId: string }) {
  const { t } = useTranslation('fund');
  return (
    <ImportWizard
      title={t('line.import')}
      path="fund/importStatement"
      fields={{ accountId }}
      maxMb={20}
      onTemplate={() => downloadFile('fund/statementTemplate', { format: 'xlsx' })}
      hints={[t('line.import.hint.file'), t('line.import.hint.chain')]}
      onImported={() => {
        for (const area of [api.fund, api.platform, api.home])
          queryClient.invalidateQueries(area.pathFilter());
      }}
    />
  );
}
