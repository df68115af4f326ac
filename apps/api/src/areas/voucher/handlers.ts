import type { AppContract } from '@xyxlx/contracts/contract';
import { exportFile } from '../../platform/exports/export-file.ts';
import { queryList } from '../../platform/lists/query-list.ts';
import type { Handlers } from '../../wire/implement.ts';
import { accountLedger } from './account-ledger.ts';
import { exportTrialBalance } from './balance-export.ts';
import { balanceTrend } from './balance-trend.ts';
import { addAccount, queryAccount } from './chart.ts';
import { editAccount, mapRole } from './chart-change.ts';
import { closePeriod, reopenPeriod } from './close-period.ts';
import { downloadVoucher } from './download-voucher.ts';
import { checksOf, queryPeriod } from './period-list.ts';
import { approveVouchers, postVouchers } from './post-vouchers.ts';
import { postings } from './postings.ts';
import { printVoucher } from './print-voucher.ts';
import { remakeVoucher } from './remake-voucher.ts';
import { reverseVoucher } from './reverse-voucher.ts';
import { voucherSetting } from './setting-handlers.ts';
import { trialBalance } from './trial-balance.ts';
import { submitVoucher } from './voucher-approval.ts';
import { voucherExport } from './voucher-export.ts';
import { voucherOf, vouchers } from './voucher-lists.ts';
import { addVoucher, deleteVoucher, editVoucher } from './write-voucher.ts';

export const voucher: Handlers<AppContract['voucher']> = {
  queryVoucher: (call) => queryList(call, vouchers),
  getVoucher: ({ input, session, deps }) => voucherOf(deps.database.pool, session, input.id),
  addVoucher,
  editVoucher,
  deleteVoucher,
  submitVoucher,
  remakeVoucher,
  approveVouchers,
  postVouchers,
  reverseVoucher,
  printVoucher,
  downloadVoucher,
  exportVoucher: (call) => exportFile(call, voucherExport),

  queryAccount,
  addAccount,
  editAccount,
  mapRole,

  queryPeriod,
  checkPeriod: checksOf,
  closePeriod,
  reopenPeriod,

  getTrialBalance: trialBalance,
  exportTrialBalance,
  queryBalanceTrend: balanceTrend,
  queryAccountLedger: accountLedger,
  queryPosting: postings,

  ...voucherSetting,
};
