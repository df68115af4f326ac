import type { channel as contract } from '@xyxlx/contracts/channel';
import type { Prisma } from '@xyxlx/database/client/client';
import { escapeLike } from '../../platform/db/escape-like.ts';
import type { Handlers } from '../../wire/implement.ts';
import { authorizeBinding, testBinding } from './authorize.ts';
import { addBinding, editBinding, releaseBinding } from './change-binding.ts';
import { bindingScope, findBinding, presentBinding } from './find-binding.ts';

export const channel: Handlers<typeof contract> = {
  queryBinding: async ({ input, session, deps: { database, clock } }) => {
    const { pageNum, pageSize, sort, keyword, channel: only, state } = input;
    const now = clock.businessNow();
    const where: Prisma.ChannelBindingWhereInput = {
      AND: [
        bindingScope(session),
        keyword
          ? {
              OR: [
                { name: { contains: escapeLike(keyword), mode: 'insensitive' } },
                { appId: { startsWith: escapeLike(keyword) } },
                { externalId: { startsWith: escapeLike(keyword) } },
              ],
            }
          : {},
        only ? { channel: { in: only } } : {},
        state ? { OR: state.map((one) => inState(one, now)) } : {},
      ],
    };
    const [total, rows] = await Promise.all([
      database.prisma.channelBinding.count({ where }),
      database.prisma.channelBinding.findMany({
        where,
        orderBy: [sort ? { [sort.field]: sort.order } : { createdAt: 'desc' }, { id: 'desc' }],
        skip: (pageNum - 1) * pageSize,
        take: pageSize,
      }),
    ]);
    return { list: rows.map((row) => presentBinding(row, now)), total, pageNum, pageSize };
  },

  getBinding: async ({ input, session, deps: { database, clock } }) =>
    presentBinding(await findBinding(database.prisma, session, input.id), clock.businessNow()),

  addBinding,
  editBinding,
  testBinding,
  authorizeBinding,
  releaseBinding,
};

/** As `presentBinding` shows it: an authorisation past its time counts as 已失效. */
function inState(
  state: Prisma.ChannelBindingCreateInput['state'] & string,
  now: Date,
): Prisma.ChannelBindingWhereInput {
  const over = { state: 'BOUND' as const, expiresAt: { lte: now } };
  if (state === 'INVALID') return { OR: [{ state }, over] };
  return state === 'BOUND' ? { state, NOT: over } : { state };
}
