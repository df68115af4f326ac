import type { ListedBill } from '@xyxlx/contracts/bill';
import { billKindWords } from '@xyxlx/contracts/bill-kinds';
import { DeskCard } from '../../../kit/desk/desk-card.tsx';
import { useLabel } from '../../../lib/label.ts';
import { amountText } from '../../../lib/money.ts';

/** A bill of the queue: whose it is, its number and what it closes with. */
export function BillCard({ bill }: { bill: ListedBill }) {
  const label = useLabel();
  const { kind, merchant, company, billNo, period, closingBalance, tenant } = bill;
  return (
    <DeskCard
      kind={[label(billKindWords[kind]), tenant?.name].filter(Boolean).join(' · ')}
      at={<span className="figures">{period}</span>}
      name={(merchant ?? company)?.name ?? billNo}
      words={<span className="figures">{billNo}</span>}
      amount={amountText(closingBalance)}
    />
  );
}
