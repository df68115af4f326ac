import type { platform as contract, PlatformRow } from '@xyxlx/contracts/platform';
import type { Call } from '../../core/call.ts';
import { Refusal, recordMissing, staleVersion } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { change, type Transaction } from '../../platform/db/transaction.ts';
import { queryList } from '../../platform/lists/query-list.ts';
import { differenceOf } from '../../platform/operation-log/difference.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { changeOne } from '../../platform/records/change-state.ts';
import { nextVersion } from '../../platform/records/next-version.ts';
import type { Handlers } from '../../wire/implement.ts';
import { foundPlatform, platforms } from './platform.sql.ts';
import { submitFee } from './platform-change.ts';
import { lockPlatforms, platformStateMachine } from './platform-states.ts';

/** Puts a platform into use or out of it. */
function move(
  call: Call<{ id: string; version: number; reason?: string }, Session>,
  action: 'enablePlatform' | 'disablePlatform',
): Promise<PlatformRow> {
  return change(call, async (tx) => {
    await changeOne(tx, call, platformStateMachine, action, call.input);
    return foundPlatform(tx, call.session, call.input.id);
  });
}

export const platform: Handlers<typeof contract> = {
  queryPlatform: (call) => queryList(call, platforms),

  getPlatform: ({ input, session, deps }) => foundPlatform(deps.database.pool, session, input.id),

  addPlatform: (call) =>
    change(call, async (tx) => {
      const { session } = call;
      const { feeBps, ...fields } = call.input;
      const { tenantId, userName } = session;
      await refuseTakenCode(tx, tenantId, fields.code);
      const row = await tx.platform.create({
        data: { ...fields, tenantId, createdBy: userName, updatedBy: userName },
      });
      await logChange(tx, call, { tenantId, id: row.id, label: row.name, after: fields });
      await submitFee(tx, call, row, feeBps);
      return foundPlatform(tx, session, row.id);
    }),

  editPlatform: (call) =>
    change(call, async (tx) => {
      const { session, now } = call;
      const { id, version, feeBps, reason, ...fields } = call.input;
      const [before] = await lockPlatforms(tx, session, [id]);
      if (!before) throw recordMissing();
      if (before.version !== version) throw staleVersion();
      const { tenantId } = before;
      await submitFee(tx, call, before, feeBps, reason);
      const after = await tx.platform.update({
        where: { tenantId_id: { tenantId, id } },
        data: { ...fields, ...nextVersion(session, now) },
      });
      await logChange(tx, call, {
        tenantId,
        id,
        label: before.name,
        ...differenceOf({ ...before }, { ...after }, Object.keys(fields)),
      });
      return foundPlatform(tx, session, id);
    }),

  enablePlatform: (call) => move(call, 'enablePlatform'),
  disablePlatform: (call) => move(call, 'disablePlatform'),
};

async function refuseTakenCode(tx: Transaction, tenantId: string, code: string): Promise<void> {
  const taken = await tx.platform.count({ where: { tenantId, code } });
  if (taken > 0) throw new Refusal({ zh: '平台编码已存在', en: 'There is a platform with this code' });
}
