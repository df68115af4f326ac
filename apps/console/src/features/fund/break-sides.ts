import { fundFlowKindWords } from '@xyxlx/contracts/fund-kinds';
import type { BreakRow } from '@xyxlx/contracts/reconciliation';
import { lineDirectionWords } from '@xyxlx/contracts/statement';
import type { TFunction } from 'i18next';
import { labelText } from '../../lib/label.ts';
import { yuanText } from '../../lib/money.ts';

/** What statement and books say of a break, each in a few words. */
export function breakSides({ line, flow, payment }: BreakRow, t: TFunction<'fund'>): string {
  const said = line
    ? [
        line.bankNo,
        labelText(lineDirectionWords[line.direction]),
        yuanText(line.amount),
        line.payer,
        line.summary,
      ]
        .filter((part) => part !== '')
        .join(' ')
    : t('break.nothing');
  const booked = flow
    ? `${labelText(fundFlowKindWords[flow.kind])} ${flow.sourceNo} ${yuanText(flow.deltaAmount)}`
    : payment && `${payment.paymentNo} ${yuanText(payment.amount)}`;
  return t('break.both', { said, booked: booked ?? t('break.nothing') });
}
