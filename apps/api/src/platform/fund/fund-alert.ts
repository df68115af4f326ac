import { fundKindWords } from '@xyxlx/contracts/fund-kinds';
import { paths } from '@xyxlx/contracts/paths';
import { decidersOfEach } from '../approval/deciders.ts';
import { raw, rowsOf, sql } from '../db/sql.ts';
import type { Transaction } from '../db/transaction.ts';
import { notifyEach } from '../live/notify-users.ts';
import { yuanText } from '../money/yuan-text.ts';

/**
 * SQL in RETURNING of an update of `fund_accounts`: whether what is not frozen falls below the threshold by it. Nobody is told again
 * before it was at or above.
 */
export const fellBelow = raw(`coalesce(new.balance - new.frozen < new.threshold, false)
  AND NOT coalesce(old.balance - old.frozen < old.threshold, false)`);

/** Tells those who see a company's fund that one of its accounts is below its threshold. */
export async function tellFallen(
  tx: Transaction,
  accounts: readonly { tenantId: string; id: string }[],
): Promise<void> {
  if (accounts.length === 0) return;
  const fallen = await rowsOf<{
    tenantId: string;
    companyId: string;
    company: string;
    kind: keyof typeof fundKindWords;
    free: number;
    threshold: number;
  }>(
    tx,
    sql`SELECT f.tenant_id AS "tenantId", f.company_id AS "companyId", c.name AS company, f.kind, (f.balance - f.frozen)::float8 AS free,
          f.threshold::float8 AS threshold
        FROM jsonb_to_recordset(${JSON.stringify(accounts)}::jsonb) AS g("tenantId" uuid, id uuid)
        JOIN fund_accounts f ON f.tenant_id = g."tenantId" AND f.id = g.id
        JOIN companies c ON c.tenant_id = f.tenant_id AND c.id = f.company_id`,
  );
  const viewers = await decidersOfEach(
    tx,
    'fund.view',
    fallen.map(({ tenantId, companyId }) => ({
      tenantId,
      companyId,
      merchantId: null,
      amount: null,
      makerIds: [],
    })),
  );
  await notifyEach(
    tx,
    fallen.map(({ tenantId, companyId, company, kind, free, threshold }, n) => ({
      tenantId,
      userIds: (viewers[n] ?? []).map(({ id }) => id),
      kind: 'fund.low',
      title: {
        zh: `${company}的${fundKindWords[kind].zh}可用 ${yuanText(free)} 元，低于预警 ${yuanText(threshold)} 元`,
        en: `${company}: ${fundKindWords[kind].en.toLowerCase()} down to ¥${yuanText(free)}, below ¥${yuanText(threshold)}`,
      },
      link: `${paths.fund}?companyId=${companyId}`,
    })),
  );
}
