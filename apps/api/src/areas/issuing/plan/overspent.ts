import type { execution as contract, Overspent } from '@xyxlx/contracts/issue-execution';
import type { z } from 'zod';
import type { Call } from '../../../core/call.ts';
import type { Session } from '../../../core/session.ts';
import { named, rowsOf, sql } from '../../../platform/db/sql.ts';
import { ofMerchant, visible } from '../../../platform/records/scope.ts';
import type { Calendar } from '../schedule/calendar.ts';
import { spentBeyondShare } from '../schedule/joiner.ts';
import { endOfPeriod } from '../schedule/period.ts';
import { definitionOf } from './definition.ts';
import { calendarAround } from './plan-calendar.ts';
import { occasionOf } from './prepare-run.ts';

/** So many of the latest are looked at. */
const most = 1_000;

/** What somebody who left was issued for a period, and how much of it they spent; amounts in fen. */
interface Spent extends Omit<Overspent, 'overAmount'> {
  tenantId: string;
  hiredOn: string;
  definition: unknown;
  batch: { kind: 'RUN' | 'JOINER'; runOn: string; period: string; batchNo: string };
}

/** What leavers have spent of a period's money beyond the share of the days until they left. */
export async function queryOverspent({
  input: { merchantId, leftFrom, leftTo },
  session,
  deps,
  now,
}: Call<z.output<typeof contract.queryOverspent.input>, Session>): Promise<Overspent[]> {
  const { pool } = deps.database;
  const rows = await rowsOf<{ spent: Spent }>(
    pool,
    sql`SELECT json_build_object('tenantId', e.tenant_id, 'id', e.id, 'employeeNo', e.employee_no, 'name', e.name, 'merchant', ${named('m')},
          'hiredOn', e.hired_on, 'leftOn', e.left_on, 'plan', json_build_object('id', p.id, 'code', p.code, 'name', p.name),
          'period', r.period, 'issuedAmount', o.amount, 'spentAmount', o.used, 'definition', v.definition,
          'batch', json_build_object('kind', b.kind, 'runOn', b.run_on, 'period', b.period, 'batchNo', b.batch_no)) AS spent
        FROM employees e
        JOIN merchants m ON m.tenant_id = e.tenant_id AND m.id = e.merchant_id
        JOIN limit_accounts a ON a.tenant_id = e.tenant_id AND a.employee_id = e.id
        JOIN limit_lots o ON o.tenant_id = a.tenant_id AND o.account_id = a.id AND o.used > 0
        JOIN issue_rows r ON r.tenant_id = o.tenant_id AND r.batch_id = o.batch_id AND r.row_no = o.row_no
        JOIN issue_batches b ON b.tenant_id = r.tenant_id AND b.id = r.batch_id AND b.run_on <= e.left_on
        JOIN issue_plans p ON p.tenant_id = b.tenant_id AND p.id = b.plan_id
        JOIN issue_plan_versions v ON v.tenant_id = b.tenant_id AND v.plan_id = b.plan_id AND v.no = b.plan_version
        WHERE ${visible(session, 'e')} ${merchantId ? sql`AND ${ofMerchant(session, 'e', merchantId)}` : sql``}
          AND e.state = 'LEFT' AND e.left_on BETWEEN ${leftFrom}::date AND ${leftTo}::date
          AND v.definition ->> 'joiner' IN ('CALENDAR', 'WORKDAY')
        ORDER BY e.left_on DESC, e.id, r.period DESC LIMIT ${most}`,
  );
  const calendars = new Map<string, Calendar>();
  const shown: Overspent[] = [];
  for (const { spent } of rows) {
    const { tenantId, hiredOn, definition, batch, ...row } = spent;
    const calendar = calendars.get(tenantId) ?? (await calendarAround(pool, tenantId, now));
    calendars.set(tenantId, calendar);
    const overAmount = beyond(spent, calendar);
    if (overAmount > 0) shown.push({ ...row, overAmount });
  }
  return shown;
}

function beyond(
  { definition: said, batch, hiredOn, leftOn, issuedAmount, spentAmount }: Spent,
  calendar: Calendar,
): number {
  const definition = definitionOf({ definition: said });
  const { schedule, joiner } = definition;
  const { day } = occasionOf({ ...batch, runOn: new Date(batch.runOn) }, definition, calendar);
  const last = endOfPeriod(schedule, calendar, day);
  if (last === null) return 0;
  // Whoever joined within the period was given the rest of it alone.
  const first = hiredOn > day ? hiredOn : day;
  return spentBeyondShare(
    joiner,
    calendar,
    { first, last },
    { leftOn, amount: issuedAmount, spent: spentAmount },
  );
}
