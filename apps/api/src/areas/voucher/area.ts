import type { AppContract } from '@xyxlx/contracts/contract';
import type { Area } from '../area.ts';
import { ledgerSetting } from './book-setting.ts';
import { chartChange } from './chart-change.ts';
import { periodCloseJob } from './close-job.ts';
import { periodClose, periodReopen } from './close-period.ts';
import { voucher as handlers } from './handlers.ts';
import { voucherInvariants } from './invariants.ts';
import { openingImport } from './opening.ts';
import { sealLedger } from './seal-ledger.ts';
import { voucherTimelines } from './timeline.ts';
import { voucherApproval } from './voucher-approval.ts';
import { voucherExport } from './voucher-export.ts';
import { foundVouchers } from './voucher-lists.ts';

export const voucher: Area<AppContract['voucher']> = {
  handlers,
  exports: [voucherExport],
  imports: [openingImport],
  jobs: [periodCloseJob],
  schedule: [
    {
      name: 'sealLedger',
      title: { zh: '归集凭证', en: 'Vouchers of the day' },
      due: {
        zh: '每日 0 点后归集前一日，单据完成后归集该单据',
        en: 'After midnight the day before; a document once it is done',
      },
      run: sealLedger,
    },
  ],
  finds: [foundVouchers],
  approvals: [voucherApproval, chartChange, ledgerSetting, periodClose, periodReopen],
  timelines: voucherTimelines,
  records: {
    voucher: {
      from: 'vouchers r',
      name: `r.period || ' ' || r.word || coalesce('-' || r.number, '')`,
      fields: ['voucherId'],
    },
    ledgerAccount: {
      from: 'ledger_accounts r',
      name: `r.code || ' ' || r.name`,
      fields: ['accountId'],
    },
    ledgerSetting: { from: 'tenants r', tenant: 'r.id' },
    ledgerPeriod: { from: 'ledger_periods r', name: 'r.period' },
  },
  invariants: voucherInvariants,
  steps: {
    sealLedger: { zh: '归集生成凭证', en: 'Make vouchers of postings' },
    periodClose: { zh: '期间结账', en: 'Close a period' },
  },
};
