import type { search as contract, FoundMerchant } from '@xyxlx/contracts/search';
import { change } from '../../platform/db/transaction.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { maskedKeyword } from '../../platform/security/mask.ts';
import { consumeLimits } from '../../platform/security/rate-limit.ts';
import type { Handlers } from '../../wire/implement.ts';
import { findMerchants } from './find-merchants.ts';

const shown = 20;

export const search: Handlers<typeof contract> = {
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
    const found = await findMerchants(database.pool, session, keyword, shown + 1);
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
