import type { AppContract } from '@xyxlx/contracts/contract';
import type { Area } from '../area.ts';
import { adjustmentApproval } from './adjust-break.ts';
import { ledgerBackfill, startBackfills } from './backfill.ts';
import { claimApproval } from './claim.ts';
import { closeDays } from './close-days.ts';
import { flowExport } from './flow-export.ts';
import { foundTransfers } from './fund-lists.ts';
import { fund as handlers } from './handlers.ts';
import { fundInvariants } from './invariants.ts';
import { foundLines } from './line.sql.ts';
import { lineTodos } from './line-todos.ts';
import { controlledAccountsMirror } from './mirror-invariant.ts';
import { fundPostings } from './postings.ts';
import { reconcileDays } from './reconcile-days.ts';
import { reconciliation } from './reconciliation-handlers.ts';
import { statement } from './statement-handlers.ts';
import { statementImport } from './statement-import.ts';
import { transferApproval } from './transfer.ts';

export const fund: Area<AppContract['fund']> = {
  handlers: { ...handlers, ...statement, ...reconciliation },
  exports: [flowExport],
  imports: [statementImport],
  jobs: [ledgerBackfill],
  schedule: [
    {
      name: 'closeDays',
      title: { zh: '消费日结', en: 'Day closes' },
      due: { zh: '每日 0 点后，结转前一日', en: 'After midnight, the day before' },
      run: closeDays,
    },
    {
      name: 'reconcileDays',
      title: { zh: '自动对账', en: 'Reconciliation' },
      due: { zh: '每日 2 点后，对前一日的账', en: 'After 02:00, the day before' },
      run: reconcileDays,
    },
    {
      name: 'startBackfills',
      title: { zh: '补记账簿', en: 'Posting what was before the books' },
      due: { zh: '租户开通账簿后', en: 'Once a tenant’s books are opened' },
      run: startBackfills,
    },
  ],
  approvals: [transferApproval, claimApproval, adjustmentApproval],
  finds: [foundTransfers, foundLines],
  records: {
    fund: {
      from: 'fund_accounts r JOIN companies k ON k.tenant_id = r.tenant_id AND k.id = r.company_id',
      name: 'k.name',
      fields: ['fromId', 'toId'],
    },
    fundTransfer: { from: 'fund_transfers r', name: 'r.transfer_no' },
    statementLine: { from: 'statement_lines r', name: 'r.bank_no', fields: ['lineId'] },
    topUp: { from: 'top_ups r', name: 'r.top_up_no' },
    reconciliationBreak: { from: 'reconciliation_breaks r', name: 'r.reference' },
  },
  todos: lineTodos,
  postings: fundPostings,
  invariants: [...fundInvariants, controlledAccountsMirror],
  steps: {
    closeDays: { zh: '消费日结', en: 'Close days' },
    reconcileDays: { zh: '日终对账', en: 'Reconcile days' },
    backfillLedger: { zh: '历史数据入账', en: 'Post earlier money' },
    undoImport: { zh: '撤销对账单导入', en: 'Take an import of a statement back' },
  },
};
