import { ledgerBasisWords } from '@xyxlx/contracts/ledger-fields';
import { accountSideWords } from '@xyxlx/contracts/ledger-roles';
import type { voucherLedger as contract } from '@xyxlx/contracts/voucher-ledger';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import type { Session } from '../../core/session.ts';
import { logDownload } from '../../platform/exports/log-download.ts';
import { tableFile } from '../../platform/exports/write-table.ts';
import type { OutgoingFile } from '../../platform/http/files.ts';
import { trialBalance } from './trial-balance.ts';

const headings = {
  zh: ['科目编码', '科目名称', '方向', '期初余额', '本期借方', '本期贷方', '期末余额'],
  en: ['Account code', 'Account', 'Side', 'Opening', 'Debit', 'Credit', 'Closing'],
} as const;

/** The trial balance as a file, in yuan: what accounting packages take in as 科目余额. */
export async function exportTrialBalance(
  call: Call<z.output<typeof contract.exportTrialBalance.input>, Session>,
): Promise<OutgoingFile> {
  const { format, ...input } = call.input;
  const { language } = call.request;
  const { rows, fromDay, toDay, basis } = await trialBalance({ ...call, input });
  const title = { zh: '科目余额表', en: 'Trial balance' }[language];
  const file = tableFile(
    `${title}_${fromDay}_${toDay}_${ledgerBasisWords[basis][language]}`,
    format,
    headings[language],
    rows.map(({ code, name, side, openingBalance, debitAmount, creditAmount, closingBalance }) => [
      code,
      name,
      accountSideWords[side][language],
      ...[openingBalance, debitAmount, creditAmount, closingBalance].map((fen) => fen / 100),
    ]),
  );
  const { tenantId } = call.session;
  return logDownload(
    call,
    { tenantId, id: call.request.id, label: file.fileName, after: { ...input, format } },
    file,
  );
}
