import type { MatterValue } from '@xyxlx/contracts/approval-matter';
import { RecordLink } from '../../../kit/record-link.tsx';
import { useLabel } from '../../../lib/label.ts';
import { amountText, countText } from '../../../lib/money.ts';
import { minuteText } from '../../../lib/time.ts';

/** One value of a matter as it is read; a dash where there is none. */
export function Value({ of }: { of: MatterValue }) {
  const label = useLabel();
  switch (of?.type) {
    case 'text':
      return of.text;
    case 'record':
      return <RecordLink {...of.record} name={of.text} />;
    case 'words':
      return label(of.words);
    case 'money':
      return <span className="figures">{amountText(of.amount)}</span>;
    case 'count':
      return <span className="figures">{countText(of.count)}</span>;
    case 'instant':
      return <span className="figures">{minuteText(of.at)}</span>;
    default:
      return '—';
  }
}
