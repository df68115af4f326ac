import { type LedgerBasis, ledgerBases } from '@xyxlx/contracts/ledger-fields';
import { useSearchParams } from 'react-router';
import type { Span } from '../../kit/filters/days.ts';

/** What of balances and of a ledger the address asks for: the basis, the company, and the day until whose end or the months over which. */
export interface LedgerQuestion {
  basis: LedgerBasis;
  asOf: string | undefined;
  /** Either end may be empty while it is chosen. */
  months: Span | undefined;
  /** The part of the wire's input that it stands for; months count from the moment both ends are there. */
  wire: { basis: LedgerBasis; asOf?: string; from?: string; to?: string; companyId?: string };
  search: URLSearchParams;
  /** Changes parameters of the address; undefined takes one away. */
  ask(values: Readonly<Record<string, string | undefined>>): void;
}

/** Reads the question from the address; `usual`: the basis of an address without one. */
export function useLedgerQuestion(usual: LedgerBasis): LedgerQuestion {
  const [search, setSearch] = useSearchParams();
  const found = (name: string, form: RegExp) => form.exec(search.get(name) ?? '')?.[0];
  const month = /^\d{4}-(0[1-9]|1[0-2])$/;
  const basis = ledgerBases.find((one) => one === search.get('basis')) ?? usual;
  const asOf = found('asOf', /^\d{4}-\d{2}-\d{2}$/);
  const [from, to] = [found('from', month), found('to', month)];
  const companyId = found('companyId', /^[\da-f-]{36}$/);
  const span = from && to && from <= to ? { from, to } : {};
  return {
    basis,
    asOf,
    months: from || to ? [from ?? '', to ?? ''] : undefined,
    wire: { basis, ...(asOf ? { asOf } : span), ...(companyId && { companyId }) },
    search,
    ask: (values) => {
      const next = new URLSearchParams(search);
      for (const [name, value] of Object.entries(values)) {
        if (value) next.set(name, value);
        else next.delete(name);
      }
      setSearch(next, { replace: true });
    },
  };
}
