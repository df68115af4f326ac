import { skipToken, useQuery } from '@tanstack/react-query';
import { type BillDetail, billStateWords } from '@xyxlx/contracts/bill';
import { useTranslation } from 'react-i18next';
import { RecordActions } from '../../../kit/actions/record-actions.tsx';
import type { RecordView } from '../../../kit/detail/record-view.ts';
import { StateTag } from '../../../kit/state-tag.tsx';
import { api } from '../../../lib/api.ts';
import { billActions } from './bill-actions.tsx';
import { BillRecord } from './bill-record.tsx';

/** One bill as its drawer and its page show it; `onOpen` shows another in its place. */
export function useBillView(
  id: string | null | undefined,
  onOpen: (id: string) => void,
): RecordView<BillDetail> {
  const { t } = useTranslation('bill');
  const record = useQuery(api.bill.getBill.queryOptions(id ? { id } : skipToken));
  return {
    record,
    title: t('detail.title'),
    titleOf: ({ merchant, company, period }) => `${(merchant ?? company)?.name} · ${period}`,
    extra: ({ state }) => <StateTag words={billStateWords[state]} />,
    footer: (bill) => (
      <RecordActions key={bill.id} record={bill} nameOf={({ billNo }) => billNo} actions={billActions(t)} />
    ),
    children: (bill) => <BillRecord key={bill.id} bill={bill} onOpen={onOpen} />,
  };
}
