import type { complianceList as contract } from '@xyxlx/contracts/compliance-list';
import { receiveImport } from '../../../platform/imports/receive-import.ts';
import { templateFile } from '../../../platform/imports/template.ts';
import { queryList } from '../../../platform/lists/query-list.ts';
import type { Handlers } from '../../../wire/implement.ts';
import { entries } from './entry.sql.ts';
import { entryImport } from './import-entries.ts';
import { addEntry, removeEntry } from './write-entry.ts';

export const listHandlers: Handlers<typeof contract> = {
  queryList: (call) => queryList(call, entries),
  addEntry,
  removeEntry,
  importEntries: (call, file) => receiveImport(call, file, entryImport, {}),
  entryTemplate: async ({ input, request }) => templateFile(entryImport, input.format, request.language),
};
