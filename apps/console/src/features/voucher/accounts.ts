import { useQuery } from '@tanstack/react-query';
import type { AccountRow } from '@xyxlx/contracts/voucher-account';
import { api } from '../../lib/api.ts';

const none: AccountRow[] = [];

/** The chart of accounts, by code; empty until it is here. */
export function useAccounts(): AccountRow[] {
  return useQuery({ ...api.voucher.queryAccount.queryOptions({}), staleTime: 60_000 }).data ?? none;
}

/** An account as one picks it. */
export function accountText({ code, fullName }: Pick<AccountRow, 'code' | 'fullName'>): string {
  return `${code} ${fullName}`;
}

/** Whether somebody may write a voucher on it by hand. */
export function takesEntries({ isLeaf, isControlled, enabled }: AccountRow): boolean {
  return isLeaf && enabled && !isControlled;
}
