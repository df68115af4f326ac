import type { Option } from '@xyxlx/contracts/option';
import { type PayeeName, payeeName } from '@xyxlx/contracts/risk-words';
import { createContext, use } from 'react';

/** The merchants that the expression in an editor names. */
export const PayeesContext = createContext<readonly Option[]>([]);

/** The merchants that the expression around names, and what one is called. */
export function usePayees(): { payees: readonly Option[]; nameOf: PayeeName } {
  const payees = use(PayeesContext);
  return { payees, nameOf: payeeName(payees) };
}
