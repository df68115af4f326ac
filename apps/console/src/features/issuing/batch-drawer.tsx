import { issueBatchStateWords } from '@xyxlx/contracts/issue-kinds';
import { useTranslation } from 'react-i18next';
import { RecordActions } from '../../kit/actions/record-actions.tsx';
import { DetailDrawer } from '../../kit/detail/detail-drawer.tsx';
import { StateTag } from '../../kit/state-tag.tsx';
import { batchActions } from './batch-actions.tsx';
import { BatchReport } from './batch-report.tsx';
import { useBatch } from './use-batch.ts';

interface BatchDrawerProps {
  /** Null keeps it closed. */
  id: string | null;
  onClose(): void;
}

/** One batch: a draft at its check, afterwards what became of it. */
export function BatchDrawer({ id, onClose }: BatchDrawerProps) {
  const { t } = useTranslation('issuing');
  const record = useBatch(id);
  return (
    <DetailDrawer
      open={id !== null}
      record={record}
      title={t('detail.title')}
      titleOf={({ name, batchNo }) => `${name} · ${batchNo}`}
      extra={({ state }) => <StateTag words={issueBatchStateWords[state]} />}
      footer={(batch) => (
        <RecordActions
          key={batch.id}
          record={batch}
          nameOf={({ batchNo }) => batchNo}
          actions={batchActions(t)}
        />
      )}
      size={960}
      onClose={onClose}
    >
      {(batch) => <BatchReport key={batch.id} batch={batch} />}
    </DetailDrawer>
  );
}
