import type { channel as contract } from '@xyxlx/contracts/channel';
import { queryList } from '../../platform/lists/query-list.ts';
import type { Handlers } from '../../wire/implement.ts';
import { authorizeBinding, testBinding } from './authorize.ts';
import { bindings } from './binding-list.ts';
import { addBinding, editBinding, releaseBinding } from './change-binding.ts';
import { findBinding, presentBinding } from './find-binding.ts';

export const channel: Handlers<typeof contract> = {
  queryBinding: (call) => queryList(call, bindings),

  getBinding: async ({ input, session, deps: { database, clock } }) =>
    presentBinding(await findBinding(database.prisma, session, input.id), clock.businessNow()),

  addBinding,
  editBinding,
  testBinding,
  authorizeBinding,
  releaseBinding,
};
