import { useTranslation } from 'react-i18next';
import { ImportWizard } from '../../kit/import/import-wizard.tsx';
import { downloadFile } from '../../lib/files.ts';

/** The import of users from a sheet. */
export function UserImport({ onImported }: { onImported(): void }) {
  const { t } = useTranslation('user');
  return (
    <ImportWizard
      title={t('import.title')}
      path="userAccount/importUserInfo"
      maxMb={20}
      onTemplate={() => downloadFile('userAccount/downloadUserTemplate', {})}
      hints={[t('import.hint.key'), t('import.hint.roles'), t('import.hint.password')]}
      onImported={onImported}
    />
  );
}
