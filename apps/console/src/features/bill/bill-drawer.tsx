import { skipToken, useQuery } from '@tanstack/react-query';
import { type BillDetail, billStateWords } from '@xyxlx/contracts/bill';
import { useTranslation } from 'react-i18next';
import { RecordActions } from '../../kit/actions/record-actions.tsx';
import { DetailDrawer } from '../../kit/detail/detail-drawer.tsx';
import { StateTag } from '../../kit/state-tag.tsx';
import { api } from '../../lib/api.ts';
import { billActions } from './record/bill-actions.tsx';
import { BillRecord } from './record/bill-record.tsx';

interface BillDrawerProps {
  /** Null keeps it closed. */
  id: string | null;
  onOpen(id: string): void;
  onClose(): void;
}

/** One bill over its list. */
export function BillDrawer({ id, onOpen, onClose }: BillDrawerProps) {
  const { t } = useTranslation('bill');
  const record = useQuery(api.bill.getBill.queryOptions(id ? { id } : skipToken));
  return (
    <DetailDrawer
      open={id !== null}
      record={record}
      title={t('detail.title')}
      titleOf={(bill) => `${(bill.merchant ?? bill.company)?.name} · ${bill.period}`}
      extra={(bill) => <StateTag words={billStateWords[bill.state]} />}
      footer={(bill) => <Actions key={bill.id} bill={bill} />}
      size={880}
      onClose={onClose}
    >
      {(bill) => <BillRecord key={bill.id} bill={bill} onOpen={onOpen} />}
    </DetailDrawer>
  );
}

function Actions({ bill }: { bill: BillDetail }) {
  const { t } = useTranslation('bill');
  return <RecordActions record={bill} nameOf={({ billNo }) => billNo} actions={billActions(t)} />;
}
