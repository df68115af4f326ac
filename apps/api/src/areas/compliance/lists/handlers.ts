import type { complianceList as contract } from '@xyxlx/contracts/compliance-list';
import { queryList } from '../../../platform/lists/query-list.ts';
import type { Handlers } from '../../../wire/implement.ts';
import { entries } from './entry.sql.ts';
import { addEntry, removeEntry } from './write-entry.ts';

export const listHandlers: Handlers<typeof contract> = {
  queryList: (call) => queryList(call, entries),
  addEntry,
  removeEntry,
};
