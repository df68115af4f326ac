import type { complianceInbox as contract } from '@xyxlx/contracts/compliance-inbox';
import { queryList } from '../../../platform/lists/query-list.ts';
import type { Handlers } from '../../../wire/implement.ts';
import { inboxes } from './inbox.sql.ts';
import { memberOptions } from './member-options.sql.ts';
import { addInbox, editInbox } from './write-inbox.ts';

export const inboxHandlers: Handlers<typeof contract> = {
  queryMemberOption: ({ input, session, deps }) => memberOptions(deps.database.pool, session, input.keyword),
  queryInbox: (call) => queryList(call, inboxes),
  addInbox,
  editInbox,
};
