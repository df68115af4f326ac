import type { EnabledState } from '@xyxlx/contracts/enabled-state';
import { subAppTransitions } from '@xyxlx/contracts/sub-app';
import type { SubApp } from '@xyxlx/database/client/client';
import { Refusal } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { lockOfService } from '../../platform/records/lock-visible.ts';
import type { RecordOf } from '../../platform/records/stateful-record.ts';

/** A sub-application with its state in a word, and in the log of the tenant of whoever changes it, as it has none itself. */
type Registered = SubApp & { tenantId: string; state: EnabledState };

/** The states of a sub-application. */
export const subAppStateMachine: RecordOf<typeof subAppTransitions, Registered, object> = {
  table: subAppTransitions,
  type: 'subApp',
  label: ({ nameZh }) => nameZh,
  lock: lockSubApps,
  // Of two states a record leaves the one for the other.
  update: (tx, { tenantId: _, state: __, ...where }, { state, ...data }) =>
    tx.subApp.updateMany({
      where: { ...where, enabled: !isEnabled(state) },
      data: { ...data, enabled: isEnabled(state) },
    }),
  refusal: () => new Refusal({ zh: '子应用已是该状态', en: 'The sub-application is in this state already' }),
};

/** Locks those that the caller may change. */
export async function lockSubApps(
  tx: Transaction,
  session: Session,
  ids: readonly string[],
): Promise<Registered[]> {
  const locked = await lockOfService(tx, session, 'sub_apps', ids);
  const rows = await tx.subApp.findMany({ where: { id: { in: locked } } });
  return rows.map((row) => ({
    ...row,
    tenantId: session.tenantId,
    state: row.enabled ? 'ENABLED' : 'DISABLED',
  }));
}

function isEnabled(state: EnabledState): boolean {
  return state === 'ENABLED';
}
