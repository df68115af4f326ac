import type { FundTransferRow } from '@xyxlx/contracts/fund';
import { type FundKind, fundKindWords } from '@xyxlx/contracts/fund-kinds';
import type { Option } from '@xyxlx/contracts/option';
import { labelText } from '../../lib/label.ts';

/** An account by its company and kind, as lists and pickers name it. */
export function accountText({ company, kind }: { company: Option; kind: FundKind }): string {
  return `${company.name} · ${labelText(fundKindWords[kind])}`;
}

/** Where a transfer goes: to an account of a company, or out through one at a bank or channel. */
export function targetText({ to, platformAccount }: Pick<FundTransferRow, 'to' | 'platformAccount'>): string {
  if (to) return accountText(to);
  return platformAccount ? `${platformAccount.name} ${platformAccount.accountNo}` : '';
}
