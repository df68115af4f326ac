import { maxSuspendedDays, maxSuspensions, type RiskCaseDetail } from '@xyxlx/contracts/compliance-case';
import type { Call } from '../../../core/call.ts';
import { FieldRefusal, Refusal } from '../../../core/errors.ts';
import type { Session } from '../../../core/session.ts';
import { sql } from '../../../platform/db/sql.ts';
import { change } from '../../../platform/db/transaction.ts';
import { logChange } from '../../../platform/operation-log/operation-log.ts';
import { caseOf } from './case-detail.sql.ts';
import { lockOwn } from './case-states.ts';
import { nobodys } from './hand-on.ts';
import { stepCases } from './step-cases.ts';

interface Input {
  id: string;
  version: number;
  until: string;
  reason: string;
}

const day = 86_400_000;

/** Puts a case off until a time; it is due later by as long as that. */
export function suspendCase(call: Call<Input, Session>): Promise<RiskCaseDetail> {
  const { input, session, now } = call;
  const { reason } = input;
  const until = new Date(input.until);
  return change(call, async (tx) => {
    const row = await lockOwn(tx, session, 'suspendCase', input);
    const { tenantId, id, caseNo, suspensions } = row;
    if (suspensions >= maxSuspensions) {
      throw new Refusal({ zh: '挂起次数已达上限', en: `It was suspended ${maxSuspensions} times already` });
    }
    if (until <= now || until.getTime() > now.getTime() + maxSuspendedDays * day) {
      throw new FieldRefusal('until', {
        zh: `须晚于现在，最长 ${maxSuspendedDays} 天`,
        en: `It is later than now, by at most ${maxSuspendedDays} days`,
      });
    }
    await stepCases(tx, call, tenantId, [id], {
      ...{ action: 'SUSPEND', to: 'SUSPENDED', note: reason, detail: { until: until.toISOString() } },
      columns: sql`${nobodys}, suspended_at = ${now}::timestamptz, suspended_until = ${until}::timestamptz, suspensions = c.suspensions + 1,
        due_at = c.due_at + (${until}::timestamptz - ${now}::timestamptz)`,
    });
    await logChange(tx, call, {
      ...{ tenantId, id, label: caseNo, reason },
      before: { state: row.state },
      after: { state: 'SUSPENDED', until: until.toISOString() },
    });
    return caseOf(tx, session, id, now);
  });
}
