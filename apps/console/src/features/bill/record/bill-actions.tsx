import { type BillDetail, billActionOf, billTransitions } from '@xyxlx/contracts/bill';
import { type BillWait, billWaits } from '@xyxlx/contracts/bill-kinds';
import { permissionOf } from '@xyxlx/contracts/transitions';
import type { TFunction } from 'i18next';
import type { RecordAction } from '../../../kit/actions/record-action.ts';
import { client } from '../../../lib/api.ts';
import { yuanText } from '../../../lib/money.ts';
import { billAreas } from './bill-areas.ts';
import { WriteDialog } from './write-dialog.tsx';

/** What a click does something about; an answer is written into the bill's thread. */
type Waiting = Exclude<BillWait, 'ANSWER' | 'OTHERS'>;

/** What can be done with a bill by what it waits for; `onDone` once it was. */
export function billActions(t: TFunction<'bill'>, onDone?: () => void): RecordAction<BillDetail>[] {
  const then = async (done: Promise<unknown>) => {
    await done;
    onDone?.();
  };
  const step = (waiting: Waiting): RecordAction<BillDetail> => {
    const action = billActionOf[waiting];
    const permission = permissionOf(billTransitions, action);
    return {
      name: waiting,
      ...(permission && { permission }),
      label: t(`act.${waiting}`),
      look: 'primary',
      offered: ({ waitsFor }) => waitsFor === waiting,
      ask: {
        title: () => t(`act.${waiting}`),
        words: ({ state, recomputedClosingBalance, closingBalance }) =>
          t(`act.${waiting}.words`, {
            amount: yuanText(state === 'OPEN' ? recomputedClosingBalance : closingBalance),
          }),
      },
      one: ({ id, version }) => then(client.bill[action].mutate({ id, version })),
      affects: billAreas,
    };
  };
  // A word after one's own side's last changes nothing that the bill waits for.
  const write = (as: 'answerBill' | 'followUpBill', isStep: (bill: BillDetail) => boolean) => ({
    name: as,
    label: t(`act.${as}`),
    dialog: (bill: BillDetail, onClose: () => void) => (
      <WriteDialog bill={bill} as={as} onDone={isStep(bill) ? onDone : undefined} onClose={onClose} />
    ),
  });
  const answer = write('answerBill', ({ state }) => state === 'DISPUTED');
  return [
    ...billWaits.filter(isWithStep).map(step),
    {
      ...answer,
      look: 'primary',
      offered: ({ canAnswer, state }) => canAnswer && state === 'DISPUTED',
    },
    {
      ...answer,
      name: 'answerAgain',
      label: t('act.answerAgain'),
      offered: ({ canAnswer, state }) => canAnswer && state === 'ANSWERED',
    },
    {
      ...write('followUpBill', ({ state }) => state === 'ANSWERED'),
      offered: ({ canFollowUp }) => canFollowUp,
    },
    {
      name: 'disputeBill',
      label: t('act.dispute'),
      look: 'danger',
      // Who may confirm it may dispute it.
      offered: ({ waitsFor }) => waitsFor === 'CONFIRM',
      ask: { title: () => t('act.dispute'), words: t('act.dispute.words'), reason: 'needed' },
      one: ({ id, version }, given) => then(client.bill.disputeBill.mutate({ id, version, ...given })),
      affects: billAreas,
    },
  ];
}

/** The same of many bills at once; those of one group wait for the same. */
export function manyBillsActions(t: TFunction<'bill'>, waiting: BillWait): readonly RecordAction<never>[] {
  if (!isWithStep(waiting)) return [];
  const action = billActionOf[waiting];
  const permission = permissionOf(billTransitions, action);
  return [
    {
      name: `${action}s`,
      ...(permission && { permission }),
      label: t(`act.${waiting}`),
      bulkTitle: t(`act.${waiting}.many`),
      ask: { words: t(`act.${waiting}.many.words`) },
      atOnce: billsOfPart,
      many: (ids, _given, call) => client.bill[`${action}s`].mutate({ ids }, call),
      affects: billAreas,
    },
  ];
}

/** So many bills go in one part, so that one sees it go on: fewer than the service takes. */
const billsOfPart = 20;

function isWithStep(waiting: BillWait): waiting is Waiting {
  return waiting !== 'ANSWER' && waiting !== 'OTHERS';
}
