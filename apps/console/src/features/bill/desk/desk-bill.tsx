import { useQuery } from '@tanstack/react-query';
import { type BillDetail, billStateWords } from '@xyxlx/contracts/bill';
import { billKindWords } from '@xyxlx/contracts/bill-kinds';
import { useTranslation } from 'react-i18next';
import { RecordActions } from '../../../kit/actions/record-actions.tsx';
import { DeskView } from '../../../kit/desk/desk-view.tsx';
import type { DeskRecordProps } from '../../../kit/desk/list-desk.tsx';
import { LoadedRecord } from '../../../kit/desk/loaded-record.tsx';
import { useOpenRecord } from '../../../kit/list/use-open-record.ts';
import { StateTag } from '../../../kit/state-tag.tsx';
import { api } from '../../../lib/api.ts';
import { useLabel } from '../../../lib/label.ts';
import { amountText } from '../../../lib/money.ts';
import { billActions } from '../record/bill-actions.tsx';
import { BillRecord } from '../record/bill-record.tsx';

/** The open bill of the queue, with what it waits for. */
export function DeskBill({ id, onDone }: DeskRecordProps) {
  const read = useQuery(api.bill.getBill.queryOptions({ id }));
  return <LoadedRecord read={read}>{(bill) => <Shown key={id} bill={bill} onDone={onDone} />}</LoadedRecord>;
}

function Shown({ bill, onDone }: { bill: BillDetail; onDone(): void }) {
  const { t } = useTranslation('bill');
  const label = useLabel();
  const [, open] = useOpenRecord();
  const { kind, merchant, company, period, billNo, state, closingBalance } = bill;
  return (
    <DeskView
      name={`${(merchant ?? company)?.name} · ${period}`}
      lead={
        <>
          {label(billKindWords[kind])}
          <span className="figures">{billNo}</span>
          <StateTag words={billStateWords[state]} />
        </>
      }
      sum={amountText(closingBalance)}
      actions={<RecordActions record={bill} nameOf={() => billNo} actions={billActions(t, onDone)} />}
    >
      <BillRecord bill={bill} onOpen={open} />
    </DeskView>
  );
}
