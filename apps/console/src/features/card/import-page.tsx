import { ImportOutlined } from '@ant-design/icons';
import { jobStateWords } from '@xyxlx/contracts/job';
import { Button } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { choiceFilter } from '../../kit/filters/choice-filter.tsx';
import { merchantFilter } from '../../kit/filters/merchant-filter.tsx';
import { ImportWizard } from '../../kit/import/import-wizard.tsx';
import { newImport, useOpenImport } from '../../kit/import/use-open-import.ts';
import { List } from '../../kit/list/list.tsx';
import { MerchantSelect } from '../../kit/merchant-select.tsx';
import { Page } from '../../kit/page.tsx';
import { api } from '../../lib/api.ts';
import { downloadFile } from '../../lib/files.ts';
import { queryClient } from '../../lib/query-client.ts';

/** 导入记录: the files of cards that came from elsewhere, and what became of each. */
export function Component() {
  const { t } = useTranslation('card');
  const fieldId = useId();
  const [merchantId, setMerchantId] = useState<string>();
  const [, setOpen] = useOpenImport();
  const start = (
    <Button
      type="primary"
      icon={<ImportOutlined aria-hidden />}
      disabled={!merchantId}
      onClick={() => setOpen(newImport)}
    >
      {t('import.action')}
    </Button>
  );
  return (
    <Page
      title={t('import.page')}
      lead={t('import.lead')}
      actions={
        <>
          <div style={{ width: 260 }}>
            <label htmlFor={fieldId} className="visually-hidden">
              {t('field.merchant')}
            </label>
            <MerchantSelect
              id={fieldId}
              placeholder={t('import.merchant')}
              value={merchantId}
              onChange={setMerchantId}
            />
          </div>
          {start}
        </>
      }
    >
      <List
        name="cardImport"
        label={t('import.page')}
        query={api.card.queryCardImport}
        ofTenants
        sortFields={['createdAt']}
        filters={[
          merchantFilter(t('field.merchant')),
          choiceFilter('state', t('field.state'), jobStateWords),
        ]}
        columns={(cell) => [
          cell.name('fileName', t('import.file'), (row) => row.fileName),
          cell.state('state', t('field.state'), jobStateWords, (row) => row.state),
          cell.record('merchant', t('field.merchant'), 'merchant', (row) => row.merchant, { width: 180 }),
          cell.count('total', t('import.total'), (row) => row.total),
          cell.count('done', t('import.done'), (row) => row.done),
          cell.count('failed', t('import.failed'), (row) => row.failed),
          cell.figures('sha256', 'SHA-256', (row) => row.sha256.slice(0, 12)),
          cell.minute('createdAt', t('field.at'), (row) => row.createdAt),
          cell.text('createdBy', t('import.by'), (row) => row.createdBy, { width: 120 }),
        ]}
        onOpen={({ id }) => setOpen(id)}
      />
      <ImportWizard
        title={t('import.action')}
        path="card/importCards"
        {...(merchantId && { fields: { merchantId } })}
        maxMb={20}
        onTemplate={() => downloadFile('card/cardTemplate', { format: 'xlsx' })}
        hints={[t('import.hint.number'), t('import.hint.cvv'), t('import.hint.money')]}
        onImported={() => queryClient.invalidateQueries(api.card.pathFilter())}
      />
    </Page>
  );
}
