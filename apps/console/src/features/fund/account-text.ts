import { type FundKind, fundKindWords } from '@xyxlx/contracts/fund-kinds';
import type { Option } from '@xyxlx/contracts/option';
import { labelText } from '../../lib/label.ts';

/** An account by its company and kind, as lists and pickers name it. */
export function accountText({ company, kind }: { company: Option; kind: FundKind }): string {
  return `${company.name} · ${labelText(fundKindWords[kind])}`;
}
