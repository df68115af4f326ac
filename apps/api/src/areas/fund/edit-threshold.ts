import type { fund as contract, FundAccountRow } from '@xyxlx/contracts/fund';
import { fundKindWords } from '@xyxlx/contracts/fund-kinds';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import { staleVersion } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { rowsOf, sql } from '../../platform/db/sql.ts';
import { change } from '../../platform/db/transaction.ts';
import { fellBelow, tellFallen } from '../../platform/fund/fund-alert.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { byId, visibleCompanies } from '../../platform/records/scope.ts';
import { accountOf } from './fund-lists.ts';

/** Sets the balance below which somebody is told, or none; who is below the new one is told at once. */
export async function editThreshold(
  call: Call<z.output<typeof contract.editThreshold.input>, Session>,
): Promise<FundAccountRow> {
  const { input, session, now } = call;
  const { id, version, thresholdAmount } = input;
  return change(call, async (tx) => {
    const before = await accountOf(tx, session, id);
    const [written] = await rowsOf<{ tenantId: string; fell: boolean }>(
      tx,
      sql`UPDATE fund_accounts f SET threshold = ${thresholdAmount}::bigint, version = f.version + 1, updated_at = ${now}::timestamptz,
            updated_by = ${session.userName}
          WHERE ${byId(session, 'f', id)} AND ${visibleCompanies(session, 'f')} AND f.version = ${version}::int
          RETURNING new.tenant_id AS "tenantId", ${fellBelow} AS fell`,
    );
    if (!written) throw staleVersion();
    const { tenantId, fell } = written;
    if (fell) await tellFallen(tx, [{ tenantId, id }]);
    await logChange(tx, call, {
      tenantId,
      id,
      label: `${before.company.name} ${fundKindWords[before.kind].zh}`,
      before: { thresholdAmount: before.thresholdAmount },
      after: { thresholdAmount },
    });
    return accountOf(tx, session, id);
  });
}
