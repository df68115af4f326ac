import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, noInput } from './fields.ts';
import { exportStarted, fileFormat } from './file-format.ts';
import { userFilters } from './user-administration.ts';

/** The part of `/userAccount` that takes and answers files of users. */
export const userFiles = {
  downloadUserTemplate: endpoint({
    kind: 'download',
    access: 'session',
    permission: 'user.import',
    logs: 'export',
    logsDone: false,
    summary: { zh: '下载用户导入模板', en: 'Download the template for importing users' },
    input: z.strictObject({ format: fileFormat }),
    output: z.null(),
  }),
  importUserInfo: endpoint({
    kind: 'upload',
    access: 'session',
    permission: 'user.import',
    logs: 'user',
    logsDone: false,
    idempotent: true,
    summary: {
      zh: '导入用户（先检查，确认后执行；见 /job/getJob）',
      en: 'Import users: checked first, done after /job/confirmImport; see /job/getJob',
    },
    input: noInput,
    output: z.strictObject({ jobId: id }),
  }),
  exportUserInfo: endpoint({
    kind: 'download',
    access: 'session',
    permission: 'user.export',
    logs: 'export',
    summary: { zh: '导出筛选的用户（脱敏）', en: 'Export the filtered users, masked' },
    input: z.strictObject({ ...userFilters, format: fileFormat }),
    output: exportStarted,
  }),
};
