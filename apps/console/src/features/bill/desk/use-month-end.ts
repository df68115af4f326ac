import { billActionOf, billTransitions } from '@xyxlx/contracts/bill';
import { type BillWait, billWaits } from '@xyxlx/contracts/bill-kinds';
import { permissionOf } from '@xyxlx/contracts/transitions';
import { useSearchParams } from 'react-router';
import { useCan } from '../../../lib/me.ts';

/** How many bills of a month wait for something. */
export interface Waiting {
  period: string;
  waitsFor: BillWait;
  count: number;
}

const monthPattern = /^\d{4}-\d\d$/;
const allMonths = 'all';

/**
 * The month (null: all of them) and the group that the address shows. Where it says nothing: the newest month, and in it what the caller can do
 * something about; where it names a group alone: that of all months.
 */
export function useMonthEnd(waiting: readonly Waiting[]) {
  const can = useCan();
  const [search, setSearch] = useSearchParams();
  const months = [...Map.groupBy(waiting, ({ period }) => period)].map(([period, groups]) => ({
    period,
    count: groups.reduce((sum, { count }) => sum + count, 0),
  }));
  const asked = search.get('month');
  const askedWait = billWaits.find((wait) => wait === search.get('wait'));
  const month =
    asked && monthPattern.test(asked) ? asked : asked === allMonths || askedWait ? null : months[0]?.period;
  const countOf = (wait: BillWait) =>
    waiting
      .filter(({ period, waitsFor }) => waitsFor === wait && (month === null || period === month))
      .reduce((sum, { count }) => sum + count, 0);
  const isMine = (wait: BillWait) => {
    const permission = wait !== 'OTHERS' && permissionOf(billTransitions, billActionOf[wait]);
    return permission && can(permission);
  };
  const there = billWaits.filter((wait) => countOf(wait) > 0);
  const wait = askedWait ?? there.find(isMine) ?? there[0];
  const groups = billWaits
    .filter((one) => countOf(one) > 0 || one === wait)
    .map((one) => ({ wait: one, count: countOf(one) }));

  return {
    month,
    wait,
    months,
    groups,
    /** Another queue begins at its first page, with nothing open. */
    show(to: { month?: string | null; wait?: BillWait }): void {
      const shown = to.month === undefined ? month : to.month;
      setSearch({ tab: 'desk', month: shown ?? allMonths, ...(to.wait && { wait: to.wait }) });
    },
  };
}
