import type { Filter, FilterValues } from '../filters/filter.ts';
import { wireOf } from '../filters/filter.ts';
import { type ListAddress, useListAddress } from './use-list-address.ts';
import { type ListRows, type RowsSource, useListRows } from './use-list-rows.ts';

/** A part of what a list endpoint can be asked for. */
type Asked<Input> = Partial<Extract<Input, object>>;

export interface ListSource<Input, Row> extends RowsSource<Input, Row> {
  filters: readonly Filter<NoInfer<Asked<Input>>>[];
  sortFields: readonly string[];
  /** Asked for besides the filters, and not the user's to change, such as the employee whose records they are. */
  scope?: NoInfer<Asked<Input>>;
  pageSize?: number;
}

/** A list's rows by what the address asks for: the rows before stay while the next ones are on their way. */
export function useList<Input, Row>(
  source: Omit<ListSource<Input, Row>, 'filters'> & { filters: readonly Filter[] },
): List<Row> {
  const askedBy = (values: FilterValues) => ({ ...wireOf(source.filters, values), ...source.scope });
  // In the press itself: on a slow machine, the screen is drawn anew for a tenth of a second first.
  const address = useListAddress(source, (next) => rows.askAhead(askedBy(next.values), next));
  const asked = askedBy(address.values);
  const rows = useListRows(source, asked, address);
  return { address, asked, ...rows };
}

/** Rows of one type, their query's state and the address they follow. */
interface List<Row> extends Omit<ListRows<Row>, 'askAhead'> {
  address: ListAddress;
  /** The wire's input without page and order: what an export is asked for too. */
  asked: object;
}
