import { platformTransitions } from '@xyxlx/contracts/platform';
import type { Platform, Prisma } from '@xyxlx/database/client/client';
import { Refusal } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { keysOf, lockVisibleRows } from '../../platform/records/lock-visible.ts';
import { visibleInTenant } from '../../platform/records/scope.ts';
import type { RecordOf } from '../../platform/records/stateful-record.ts';

/** The states of a platform. */
export const platformStateMachine: RecordOf<
  typeof platformTransitions,
  Platform,
  Prisma.PlatformUncheckedUpdateManyInput
> = {
  table: platformTransitions,
  type: 'platform',
  label: ({ name }) => name,
  lock: lockPlatforms,
  update: (tx, where, data) => tx.platform.updateMany({ where, data }),
  refusal: () => new Refusal({ zh: '平台已是该状态', en: 'The platform is in this state already' }),
  guards: {
    disablePlatform: async (tx, { tenantId, id: platformId }) => {
      const active = await tx.merchant.findFirst({
        where: { tenantId, platformId, state: 'ACTIVE' },
        select: { id: true },
      });
      if (active) throw stillInUse();
    },
  },
};

/** Locks those of many platforms that the caller may see, in the order of their ids; a merchant that becomes active there waits. */
export async function lockPlatforms(
  tx: Transaction,
  session: Session,
  ids: readonly string[],
): Promise<Platform[]> {
  const keys = await lockVisibleRows(tx, session, 'platforms', ids, visibleInTenant);
  return tx.platform.findMany({ where: keysOf(keys) });
}

function stillInUse(): Refusal {
  return new Refusal({
    zh: '仍有正常商户，不能停用',
    en: 'It has active merchants: disable those or move them first',
  });
}
