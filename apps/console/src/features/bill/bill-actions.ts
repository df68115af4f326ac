import type { BillDetail } from '@xyxlx/contracts/bill';
import type { TFunction } from 'i18next';
import type { CallContext, Given, RecordAction } from '../../kit/actions/record-action.ts';
import { api, client } from '../../lib/api.ts';
import { yuanText } from '../../lib/money.ts';

type Step = Exclude<BillDetail['state'], 'SETTLED'>;

/** What can be done with a bill in its state: who issued it neither confirms nor disputes it. */
export function billActions(t: TFunction<'bill'>, canDecide: boolean): RecordAction<BillDetail>[] {
  const affects = [api.bill.pathFilter(), api.home.pathFilter(), api.approval.pathFilter()];
  const step = (
    state: Step,
    permission: 'bill.issue' | 'bill.confirm',
    name: string,
    one: (bill: BillDetail, given: Given, call: CallContext) => Promise<unknown>,
  ): RecordAction<BillDetail> => ({
    name,
    label: t(`act.${state}`),
    permission,
    look: 'primary',
    offered: (bill) => bill.state === state && (state !== 'ISSUED' || canDecide),
    ask: {
      title: () => t(`act.${state}`),
      words: ({ recomputedClosingBalance, closingBalance }) =>
        t(`act.${state}.words`, {
          amount: yuanText(state === 'OPEN' ? recomputedClosingBalance : closingBalance),
        }),
    },
    one,
    affects,
  });
  const issue = ({ id, version }: BillDetail) => client.bill.issueBill.mutate({ id, version });
  return [
    step('OPEN', 'bill.issue', 'issueBill', issue),
    step('DISPUTED', 'bill.issue', 'issueBillAgain', issue),
    step('ISSUED', 'bill.confirm', 'confirmBill', ({ id, version }) =>
      client.bill.confirmBill.mutate({ id, version }),
    ),
    step('CONFIRMED', 'bill.confirm', 'settleBill', ({ id, version }) =>
      client.bill.settleBill.mutate({ id, version }),
    ),
    {
      name: 'disputeBill',
      label: t('act.dispute'),
      permission: 'bill.confirm',
      look: 'danger',
      offered: ({ state }) => state === 'ISSUED' && canDecide,
      ask: { title: () => t('act.dispute'), words: t('act.dispute.words'), reason: 'needed' },
      one: ({ id, version }, given) => client.bill.disputeBill.mutate({ id, version, ...given }),
      affects,
    },
  ];
}
