import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id } from './fields.ts';
import { maxPrintedVouchers } from './voucher.ts';
import { voucherPapers } from './voucher-paper.ts';

/** The sheets of one file: a voucher of many lines has many. */
export const maxPrintedSheets = 1500;

/** 打印: vouchers as accountants file them. */
export const voucherPrint = {
  downloadVoucher: endpoint({
    kind: 'download',
    access: 'session',
    permission: 'voucher.export',
    logs: 'export',
    summary: {
      zh: '下载凭证 PDF（A5 横向、A4 两联或 240 × 140 mm）',
      en: 'Download vouchers as a PDF for A5 landscape, A4 or 240 × 140 mm',
    },
    input: z.strictObject({
      ids: z.array(id).min(1).max(maxPrintedVouchers),
      paper: z.enum(voucherPapers).default('A5'),
    }),
    output: z.null(),
  }),
};
