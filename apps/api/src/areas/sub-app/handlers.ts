import type { Permission } from '@xyxlx/contracts/permissions';
import type { subApp as contract, RegisteredSubApp } from '@xyxlx/contracts/sub-app';
import type { Call } from '../../core/call.ts';
import { FieldRefusal, recordMissing, staleVersion } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { change } from '../../platform/db/transaction.ts';
import { queryList } from '../../platform/lists/query-list.ts';
import { differenceOf } from '../../platform/operation-log/difference.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { changeOne } from '../../platform/records/change-state.ts';
import { nextVersion } from '../../platform/records/next-version.ts';
import { platformOnly } from '../../platform/security/platform-only.ts';
import type { Handlers } from '../../wire/implement.ts';
import { foundSubApp, registeredSubApps } from './registry-list.ts';
import { lockSubApps, subAppStateMachine } from './sub-app-states.ts';

export const subApp: Handlers<typeof contract> = {
  querySubApp: async ({ session, deps }) => {
    const rows = await deps.database.prisma.subApp.findMany({
      where: { enabled: true },
      orderBy: [{ place: 'asc' }, { code: 'asc' }],
    });
    const mine = rows.filter(
      ({ permission }) => !permission || session.permissions.has(permission as Permission),
    );
    return {
      list: mine.map(({ id, code, nameZh, nameEn, address }) => ({
        id,
        code,
        name: { zh: nameZh, en: nameEn },
        address,
      })),
    };
  },

  queryRegisteredSubApp: (call) => queryList(call, registeredSubApps),

  getSubApp: ({ input, session, deps }) => foundSubApp(deps.database.pool, session, input.id),

  addSubApp: (call) => {
    const { input, session, now } = call;
    platformOnly(session);
    refuseWrongAddress(input.address);
    return change(call, async (tx) => {
      const [made] = await tx.subApp.createManyAndReturn({
        data: {
          ...{ ...input, enabled: false, createdAt: now, updatedAt: now },
          ...{ createdBy: session.userName, updatedBy: session.userName },
        },
        skipDuplicates: true,
      });
      if (!made) throw new FieldRefusal('code', { zh: '代码已被使用', en: 'Another one has this code' });
      await logChange(tx, call, {
        ...{ tenantId: session.tenantId, id: made.id, label: input.nameZh },
        after: input,
      });
      return foundSubApp(tx, session, made.id);
    });
  },

  editSubApp: (call) => {
    const { session, now } = call;
    const { id, version, ...fields } = call.input;
    refuseWrongAddress(fields.address);
    return change(call, async (tx) => {
      const [before] = await lockSubApps(tx, session, [id]);
      if (!before) throw recordMissing();
      if (before.version !== version) throw staleVersion();
      // What people are signed in to must not become another site under their hands.
      if (before.enabled && fields.address !== before.address) throw inUse();
      await tx.subApp.update({ where: { id }, data: { ...fields, ...nextVersion(session, now) } });
      await logChange(tx, call, {
        ...{ tenantId: session.tenantId, id, label: before.nameZh },
        ...differenceOf({ ...before }, fields, Object.keys(fields)),
      });
      return foundSubApp(tx, session, id);
    });
  },

  enableSubApp: (call) => move(call, 'enableSubApp'),
  disableSubApp: (call) => move(call, 'disableSubApp'),
};

/** Brings a sub-application into use, or puts it out of use. */
function move(
  call: Call<{ id: string; version: number; reason?: string }, Session>,
  action: 'enableSubApp' | 'disableSubApp',
): Promise<RegisteredSubApp> {
  return change(call, async (tx) => {
    await changeOne(tx, call, subAppStateMachine, action, call.input);
    return foundSubApp(tx, call.session, call.input.id);
  });
}

/** The pages' policy is made of the sites of addresses: one that is none would be left out of it without a word. */
function refuseWrongAddress(address: string): void {
  if (address.startsWith('/') || URL.canParse(address)) return;
  throw new FieldRefusal('address', { zh: '不是正确的网址', en: 'This is no address' });
}

function inUse(): FieldRefusal {
  return new FieldRefusal('address', {
    zh: '启用中的子应用不能更换地址，请先停用',
    en: 'The address of a sub-application in use stays: disable it first',
  });
}
