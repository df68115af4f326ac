import { type preference as contract, preferenceLimits } from '@xyxlx/contracts/preference';
import type { Prisma } from '@xyxlx/database/client/client';
import type { z } from 'zod';
import { InvalidInput, Refusal } from '../../core/errors.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Handlers } from '../../wire/implement.ts';
import { sharedViews } from './shared-views.ts';

export const preference: Handlers<typeof contract> = {
  ...sharedViews,

  getPreferences: async ({ input, session: { tenantId, membershipId }, deps: { database } }) => {
    const rows = await database.prisma.preference.findMany({
      where: { tenantId, membershipId, ...(input.names && { name: { in: input.names } }) },
      orderBy: { name: 'asc' },
    });
    return { documents: Object.fromEntries(rows.map(({ name, value }) => [name, value as Json])) };
  },

  savePreference: async ({ input: { name, value }, session, deps: { database, clock } }) => {
    const { membershipId, tenantId } = session;
    if (value === null) {
      await database.prisma.preference.deleteMany({ where: { tenantId, membershipId, name } });
      return null;
    }
    mustFit(value);
    await inTransaction(database, async (tx) => {
      // Two tabs that save at once are counted one after the other.
      await tx.$executeRaw`SELECT 1 FROM memberships WHERE tenant_id = ${tenantId}::uuid AND id = ${membershipId}::uuid FOR NO KEY UPDATE`;
      const others = await tx.preference.count({ where: { tenantId, membershipId, name: { not: name } } });
      if (others >= preferenceLimits.documents) {
        throw new Refusal({
          zh: '保存的界面设置过多，请先删除一些',
          en: 'Too many preferences, remove some first',
        });
      }
      const data = { value: value as Prisma.InputJsonValue, updatedAt: clock.now() };
      await tx.preference.upsert({
        where: { tenantId_membershipId_name: { tenantId, membershipId, name } },
        create: { membershipId, tenantId, name, ...data },
        update: data,
      });
    });
    return null;
  },
};

type Json = z.core.util.JSONType;

function mustFit(value: Json): void {
  if (Buffer.byteLength(JSON.stringify(value)) <= preferenceLimits.bytes) return;
  const { bytes } = preferenceLimits;
  throw new InvalidInput([
    { path: 'value', message: { zh: `至多 ${bytes} 字节`, en: `at most ${bytes} bytes` } },
  ]);
}
