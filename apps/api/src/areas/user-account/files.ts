import type { userFiles as contract } from '@xyxlx/contracts/user-files';
import { exportFile } from '../../platform/exports/export-file.ts';
import { receiveImport } from '../../platform/imports/receive-import.ts';
import { templateFile } from '../../platform/imports/template.ts';
import type { Handlers } from '../../wire/implement.ts';
import { userExport } from './export-users.ts';
import { userImport, userImportParams } from './import-users.ts';

/** Files of users: the template, the import, the export. */
export const userFiles: Handlers<typeof contract> = {
  downloadUserTemplate: async ({ input, request }) =>
    templateFile(userImport, input.format, request.language),

  importUserInfo: async (call, file) =>
    receiveImport(call, file, userImport, await userImportParams(call.deps.database.prisma, call.session)),

  exportUserInfo: (call) => exportFile(call, userExport),
};
