import { paths } from '@xyxlx/contracts/paths';
import { useTranslation } from 'react-i18next';
import { ImportWizard } from '../../kit/import/import-wizard.tsx';
import { api } from '../../lib/api.ts';
import { downloadFile } from '../../lib/files.ts';
import { queryClient } from '../../lib/query-client.ts';

/** The import of the balances that the books begin with. */
export function OpeningImport() {
  const { t } = useTranslation('voucher');
  return (
    <ImportWizard
      title={t('opening.title')}
      path="voucher/importOpening"
      maxMb={20}
      onTemplate={() => downloadFile('voucher/openingTemplate', { format: 'xlsx' })}
      hints={[t('opening.hint.whole'), t('opening.hint.controlled'), t('opening.hint.voucher')]}
      onImported={() => queryClient.invalidateQueries(api.voucher.pathFilter())}
      addressOf={(id) => `${paths.voucher}?open=${id}`}
    />
  );
}
