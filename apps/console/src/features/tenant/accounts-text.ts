import type { TenantRow } from '@xyxlx/contracts/tenant';
import { countText } from '../../lib/money.ts';

/** How many accounts a tenant has, of how many it may have. */
export function accountsText({
  accountCount,
  package: bought,
}: Pick<TenantRow, 'accountCount' | 'package'>): string {
  const most = bought?.maxAccounts;
  return most ? `${countText(accountCount)} / ${countText(most)}` : countText(accountCount);
}
