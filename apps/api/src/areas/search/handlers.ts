import { type search as contract, type FoundMerchant, foundKinds } from '@xyxlx/contracts/search';
import pLimit from 'p-limit';
import { onCopy } from '../../platform/db/read-copy.ts';
import { change } from '../../platform/db/transaction.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { maskedKeyword } from '../../platform/security/mask.ts';
import { consumeLimits, countUse } from '../../platform/security/rate-limit.ts';
import type { Handlers } from '../../wire/implement.ts';
import { findMerchants } from './find-merchants.ts';

const shown = 20;

/** So many kinds are asked at a time, that one who types takes few connections from the others. */
const kindsAtOnce = 3;

export const search: Handlers<typeof contract> = {
  findRecord: async (call) => {
    const { session, deps } = call;
    const { database, clock, registry } = deps;
    await countUse(database.prisma, [{ key: `find/${session.id}`, max: 120, seconds: 60 }], clock.now());
    const typed = call.input.q.trim();
    if (!typed) return { list: [] };
    const asked = foundKinds.flatMap((kind) => {
      const find = registry.finds.get(kind);
      const permission = find?.list.permission;
      return find && (!permission || session.permissions.has(permission)) ? [find] : [];
    });
    const atOnce = pLimit(kindsAtOnce);
    const found = await onCopy(deps, (from) =>
      Promise.all(asked.map((find) => atOnce(() => find.find({ ...call, deps: from }, typed)))),
    );
    return { list: found.flat() };
  },

  findMerchant: async (call) => {
    const { keyword } = call.input;
    const { session, request, deps } = call;
    const { database, clock } = deps;
    await consumeLimits(
      database.prisma,
      [
        { key: `search/${session.userId}`, max: 30, seconds: 60 },
        { key: `search/${session.userId}`, max: 500, seconds: 86_400 },
      ],
      clock.now(),
    );
    const found = await onCopy(deps, ({ database: { pool } }) =>
      findMerchants(pool, session, keyword, shown + 1),
    );
    await change(call, (tx) =>
      logChange(tx, call, {
        tenantId: session.tenantId,
        id: request.id,
        label: maskedKeyword(keyword),
        after: { found: found.length },
      }),
    );
    return { list: found.slice(0, shown) satisfies FoundMerchant[], more: found.length > shown };
  },
};
