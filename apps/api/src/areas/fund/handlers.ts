import type { fund as contract } from '@xyxlx/contracts/fund';
import { exportFile } from '../../platform/exports/export-file.ts';
import { queryList } from '../../platform/lists/query-list.ts';
import type { Handlers } from '../../wire/implement.ts';
import { editThreshold } from './edit-threshold.ts';
import { flowExport } from './flow-export.ts';
import { accounts, flows, holds, transferOf, transfers } from './fund-lists.ts';
import { addTransfer } from './transfer.ts';

export const fund: Handlers<typeof contract> = {
  queryAccount: (call) => queryList(call, accounts),

  queryFlow: (call) => queryList(call, flows),

  exportFlow: (call) => exportFile(call, flowExport),

  queryHold: (call) => queryList(call, holds),

  editThreshold,

  queryTransfer: (call) => queryList(call, transfers),

  getTransfer: ({ input, session, deps }) => transferOf(deps.database.pool, session, input.id),

  addTransfer,
};
