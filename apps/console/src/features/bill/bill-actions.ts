import { type BillDetail, billTransitions } from '@xyxlx/contracts/bill';
import type { TFunction } from 'i18next';
import { byState } from '../../kit/actions/by-state.ts';
import type { RecordAction } from '../../kit/actions/record-action.ts';
import { api, client } from '../../lib/api.ts';
import { yuanText } from '../../lib/money.ts';

/** What has a next step. */
type Step = Exclude<BillDetail['state'], 'SETTLED'>;

/** What can be done with a bill in its state: who issued it neither confirms nor disputes it. */
export function billActions(t: TFunction<'bill'>, canDecide: boolean): RecordAction<BillDetail>[] {
  const affects = [api.bill.pathFilter(), api.home.pathFilter(), api.approval.pathFilter()];
  const step = (
    action: 'issueBill' | 'confirmBill' | 'settleBill',
    one: (bill: BillDetail) => Promise<unknown>,
    canWork: (bill: BillDetail) => boolean = () => true,
  ): RecordAction<BillDetail> => {
    const { offered, ...who } = byState(billTransitions, action);
    const label = ({ state }: BillDetail) => t(`act.${state as Step}`);
    return {
      ...who,
      label,
      look: 'primary',
      offered: (bill) => offered(bill) && canWork(bill),
      ask: {
        title: label,
        words: ({ state, recomputedClosingBalance, closingBalance }) =>
          t(`act.${state as Step}.words`, {
            amount: yuanText(state === 'OPEN' ? recomputedClosingBalance : closingBalance),
          }),
      },
      one,
      affects,
    };
  };
  const dispute = byState(billTransitions, 'disputeBill');
  return [
    step(
      'issueBill',
      ({ id, version }) => client.bill.issueBill.mutate({ id, version }),
      ({ periodEnded }) => periodEnded,
    ),
    step(
      'confirmBill',
      ({ id, version }) => client.bill.confirmBill.mutate({ id, version }),
      () => canDecide,
    ),
    step('settleBill', ({ id, version }) => client.bill.settleBill.mutate({ id, version })),
    {
      ...dispute,
      label: t('act.dispute'),
      look: 'danger',
      offered: (bill) => canDecide && dispute.offered(bill),
      ask: { title: () => t('act.dispute'), words: t('act.dispute.words'), reason: 'needed' },
      one: ({ id, version }, given) => client.bill.disputeBill.mutate({ id, version, ...given }),
      affects,
    },
  ];
}
