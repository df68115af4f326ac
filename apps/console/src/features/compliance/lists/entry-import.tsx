import { longestWhite } from '@xyxlx/contracts/compliance-list';
import { useTranslation } from 'react-i18next';
import { ImportWizard } from '../../../kit/import/import-wizard.tsx';
import { api } from '../../../lib/api.ts';
import { downloadFile } from '../../../lib/files.ts';
import { queryClient } from '../../../lib/query-client.ts';

/** Puts those of a sheet on the lists. */
export function EntryImport() {
  const { t } = useTranslation('compliance');
  return (
    <ImportWizard
      title={t('entry.import')}
      path="compliance/importEntries"
      maxMb={20}
      onTemplate={() => downloadFile('compliance/entryTemplate', { format: 'xlsx' })}
      hints={[
        t('entry.import.names'),
        t('entry.import.white', { days: longestWhite }),
        t('entry.import.days'),
      ]}
      onImported={() => {
        queryClient.invalidateQueries(api.compliance.pathFilter());
        queryClient.invalidateQueries(api.approval.pathFilter());
      }}
    />
  );
}
