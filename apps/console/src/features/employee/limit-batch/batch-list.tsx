import { limitBatchStateWords } from '@xyxlx/contracts/bill-change';
import { Button } from 'antd';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { choiceFilter } from '../../../kit/filters/choice-filter.tsx';
import { daysFilter } from '../../../kit/filters/span-filter.tsx';
import { newImport } from '../../../kit/import/use-open-import.ts';
import { lazyOverlay } from '../../../kit/lazy-overlay.ts';
import { List } from '../../../kit/list/list.tsx';
import { useOpenRecord } from '../../../kit/list/use-open-record.ts';
import { api } from '../../../lib/api.ts';
import { useCan } from '../../../lib/me.ts';
import { actorName } from '../../../lib/stamp.ts';
import styles from '../employee-list.module.css';

const BatchWizard = lazyOverlay(async () => (await import('./batch-wizard.tsx')).BatchWizard);

/** The batches that change limits by file, and the wizard for a new one. */
export function BatchList({ merchantId }: { merchantId: string | undefined }) {
  const { t } = useTranslation('employee');
  const can = useCan();
  const [openId, setOpenId] = useOpenRecord(newImport);
  return (
    <div className={styles.list}>
      <List
        name="limitBatch"
        label={t('tab.batches')}
        query={api.billChange.queryBatch}
        ofTenants
        sums={{
          query: api.billChange.sumBatch,
          figures: [
            { name: 'increaseAmount', label: t('sum.increased') },
            { name: 'decreaseAmount', label: t('sum.decreased') },
            { name: 'differenceAmount', label: t('sum.net') },
          ],
        }}
        {...(merchantId && { scope: { merchantId } })}
        sortFields={['createdAt', 'differenceAmount', 'state']}
        filters={[
          choiceFilter('state', t('field.state'), limitBatchStateWords),
          daysFilter('created', t('batch.createdAt'), 'createdFrom', 'createdTo'),
        ]}
        columns={(cell) => [
          cell.name('batchNo', t('batch.no'), (row) => row.batchNo),
          cell.state('state', t('field.state'), limitBatchStateWords, (row) => row.state),
          cell.record('merchant', t('field.merchant'), 'merchant', (row) => row.merchant, { width: 180 }),
          cell.count('total', t('batch.total'), (row) => row.total),
          cell.count('changed', t('batch.changed'), (row) => row.changed),
          cell.count('failed', t('batch.failed'), (row) => row.failed),
          cell.money('differenceAmount', t('batch.difference'), (row) => row.differenceAmount, {
            difference: true,
          }),
          cell.text('reason', t('adjustment.reason'), (row) => row.reason, { width: 180 }),
          cell.minute('createdAt', t('batch.createdAt'), (row) => row.createdAt),
          cell.text(
            'createdBy',
            t('adjustment.createdBy'),
            ({ createdBy }) => createdBy && actorName(createdBy),
          ),
        ]}
        onOpen={({ id }) => setOpenId(id)}
        actions={
          can('limit.upload') && (
            <Button
              type="primary"
              disabled={!merchantId}
              {...(!merchantId && { title: t('batch.merchantFirst') })}
              onClick={() => setOpenId(newImport)}
            >
              {t('batch.new')}
            </Button>
          )
        }
      />
      <Suspense>
        <BatchWizard at={openId} merchantId={merchantId} onGo={setOpenId} />
      </Suspense>
    </div>
  );
}
