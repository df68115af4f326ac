import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import type { FundKind } from '@xyxlx/contracts/fund-kinds';
import type { Option } from '@xyxlx/contracts/option';
import { api } from '../../lib/api.ts';
import { accountText } from './account-text.ts';

export interface AccountChoice {
  kind?: FundKind[];
  /** Of this tenant alone; undefined: of those in sight. */
  tenantId?: string | undefined;
}

const quiet = { staleTime: 60_000, trpc: { context: { background: true } } };

/** The first accounts of companies that a keyword finds: a part of the name, or the credit code. */
export function useAccountOptions(keyword: string, { kind, tenantId }: AccountChoice) {
  const { data, isFetching } = useQuery(
    api.fund.queryAccount.queryOptions(
      { pageSize: 50, ...(keyword && { keyword }), ...(kind && { kind }), ...(tenantId && { tenantId }) },
      { placeholderData: keepPreviousData, ...quiet },
    ),
  );
  return { options: (data?.list ?? []).map(optionOf), isFetching };
}

/** One account; undefined while it is read, and where there is none. */
export function useAccount(id: string | undefined) {
  const { data } = useQuery(
    api.fund.queryAccount.queryOptions(id === undefined ? skipToken : { accountId: id, pageSize: 1 }, quiet),
  );
  return data?.list[0];
}

/** With its tenant, where several are in sight. */
export function optionOf(account: { id: string; company: Option; kind: FundKind; tenant: Option | null }) {
  const { id, tenant } = account;
  return { value: id, label: [accountText(account), tenant?.name].filter(Boolean).join(' · ') };
}
