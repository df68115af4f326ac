import type { voucherSetting as contract } from '@xyxlx/contracts/voucher-setting';
import { recordMissing } from '../../core/errors.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { receiveImport } from '../../platform/imports/receive-import.ts';
import { templateFile } from '../../platform/imports/template.ts';
import type { Handlers } from '../../wire/implement.ts';
import { editSetting, getSetting } from './book-setting.ts';
import { booksOf } from './books.ts';
import { openingImport, refuseOpening } from './opening.ts';

export const voucherSetting: Handlers<typeof contract> = {
  getSetting,
  editSetting,

  importOpening: async (call, file) => {
    const { session, deps } = call;
    const tenantId = booksOf(session);
    if (!tenantId) throw recordMissing();
    await inTransaction(deps.database, (tx) => refuseOpening(tx, tenantId));
    return receiveImport(call, file, openingImport, { tenantId });
  },

  openingTemplate: async ({ input, request }) => templateFile(openingImport, input.format, request.language),
};
