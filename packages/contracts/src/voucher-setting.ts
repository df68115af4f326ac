import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, instant, noInput, reason } from './fields.ts';
import { fileFormat } from './file-format.ts';
import { personalShares } from './ledger-roles.ts';
import { tenantFilter } from './paging.ts';
import { voucherStyles } from './voucher-kinds.ts';

/** The most that a fee's tax can be, in hundredths of a percent. */
export const maxVatBps = 1300;

const values = {
  voucherStyle: z.enum(voucherStyles),
  personalShare: z.enum(personalShares),
  /** The tax in fees, in hundredths of a percent. */
  vatBps: z.int().min(0).max(maxVatBps),
};

const bookSetting = z.strictObject({
  ...values,
  /** What holds from a moment to come on; null where nothing is to change. */
  next: z.strictObject({ ...values, validFrom: instant }).nullable(),
  /** What waits for a checker. */
  approvalId: id.nullable(),
  /** How often the books were set otherwise. */
  version: z.int().min(0),
});
export type BookSetting = z.infer<typeof bookSetting>;

/** 账套设置, and what the books begin with. */
export const voucherSetting = {
  getSetting: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'voucher.view',
    summary: { zh: '账套设置', en: 'How the books are kept' },
    input: z.strictObject(tenantFilter),
    output: bookSetting,
  }),
  editSetting: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'voucher.settings',
    logs: 'ledgerSetting',
    idempotent: true,
    summary: {
      zh: '修改账套设置（须他人审核，审核通过次日零时起生效）',
      en: 'Change how the books are kept; somebody else approves it, and it holds from the day after',
    },
    input: z.strictObject({ ...values, version: z.int().min(0), reason }),
    output: bookSetting,
  }),
  importOpening: endpoint({
    kind: 'upload',
    access: 'session',
    permission: 'voucher.settings',
    logs: 'voucher',
    logsDone: false,
    idempotent: true,
    summary: {
      zh: '导入期初余额：确认后生成首个会计期间的一张手工凭证（草稿）',
      en: 'Import opening balances: once confirmed, one draft of the first period',
    },
    input: noInput,
    output: z.strictObject({ jobId: id }),
  }),
  openingTemplate: endpoint({
    kind: 'download',
    access: 'session',
    permission: 'voucher.settings',
    logs: 'export',
    logsDone: false,
    summary: { zh: '期初余额导入模板', en: 'The sheet that importOpening takes' },
    input: z.strictObject({ format: fileFormat }),
    output: z.null(),
  }),
};
