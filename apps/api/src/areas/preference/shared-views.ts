import { type preference as contract, type SharedView, sharedViewLimits } from '@xyxlx/contracts/preference';
import type { SharedView as Row } from '@xyxlx/database/client/client';
import { Refusal, recordMissing } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Handlers } from '../../wire/implement.ts';

/** Views that the people of a tenant share: filters by name, of which everybody sees their own rows. */
export const sharedViews: Pick<
  Handlers<typeof contract>,
  'querySharedView' | 'shareView' | 'removeSharedView'
> = {
  querySharedView: async ({ session, deps: { database } }) => {
    const rows = await database.prisma.sharedView.findMany({
      where: { tenantId: session.tenantId },
      orderBy: [{ list: 'asc' }, { name: 'asc' }],
      take: sharedViewLimits.ofTenant,
    });
    return { views: rows.map((row) => present(session, row)) };
  },

  shareView: ({ input, session, now, deps: { database } }) =>
    inTransaction(database, async (tx) => {
      const { tenantId, userId, userName } = session;
      // Two who share at once are counted one after the other.
      await tx.$executeRaw`SELECT FROM tenants WHERE id = ${tenantId}::uuid FOR NO KEY UPDATE`;
      const ofList = await tx.sharedView.findMany({
        where: { tenantId, list: input.list },
        select: { name: true },
        take: sharedViewLimits.ofList,
      });
      if (ofList.some(({ name }) => name === input.name)) {
        throw new Refusal({
          zh: `已有名为“${input.name}”的共享视图`,
          en: `There is a shared view called ${input.name} already`,
        });
      }
      const all = await tx.sharedView.count({ where: { tenantId } });
      if (ofList.length >= sharedViewLimits.ofList || all >= sharedViewLimits.ofTenant) {
        throw new Refusal({
          zh: '共享的视图过多，请先停止共享一些',
          en: 'Too many views are shared: take some back first',
        });
      }
      const row = await tx.sharedView.create({
        data: { ...input, tenantId, createdById: userId, createdBy: userName, createdAt: now },
      });
      return present(session, row);
    }),

  removeSharedView: async ({ input: { id }, session, deps: { database } }) => {
    const { tenantId, userId } = session;
    const { count } = await database.prisma.sharedView.deleteMany({
      where: { tenantId, id, ...(!editsAll(session) && { createdById: userId }) },
    });
    if (count === 0) throw recordMissing();
    return null;
  },
};

const editsAll = ({ permissions }: Session) => permissions.has('user.edit');

function present(session: Session, { id, list, name, search, createdById, createdBy }: Row): SharedView {
  return {
    ...{ id, list, name, search, createdBy },
    canRemove: createdById === session.userId || editsAll(session),
  };
}
