import { sheetsOf } from '@xyxlx/contracts/voucher-paper';
import { type voucherPrint as contract, maxPrintedSheets } from '@xyxlx/contracts/voucher-print';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import { Refusal, recordMissing } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { logDownload } from '../../platform/exports/log-download.ts';
import type { OutgoingFile } from '../../platform/http/files.ts';
import { pdfInThread } from '../../platform/paper/pdf-in-thread.ts';
import { shanghaiDay } from '../../platform/time/shanghai.ts';
import type { WorkerInput } from './paper/pdf-worker.ts';
import { printVoucher } from './print-voucher.ts';

/** The vouchers as a PDF, by number; who took it is logged. 404 where the caller sees none of them, 406 for more sheets than a file takes. */
export async function downloadVoucher(
  call: Call<z.output<typeof contract.downloadVoucher.input>, Session>,
): Promise<OutgoingFile> {
  const { input, deps, request, session } = call;
  const printed = await printVoucher(call);
  const [first] = printed.vouchers;
  if (!first) throw recordMissing();
  const sheets = printed.vouchers.reduce((sum, { lines }) => sum + sheetsOf(lines).length, 0);
  if (sheets > maxPrintedSheets) {
    throw new Refusal({
      zh: `共 ${sheets} 页，一次最多 ${maxPrintedSheets} 页，请分批打印`,
      en: `These are ${sheets} sheets; one file takes ${maxPrintedSheets}, print them in parts`,
    });
  }
  const name =
    printed.vouchers.length === 1 ? (first.voucherNo ?? first.date) : shanghaiDay(deps.clock.businessNow());
  const fileName = `${request.language === 'zh' ? '记账凭证' : 'Vouchers'}_${name}.pdf`;
  const given: WorkerInput = { printed, paper: input.paper };
  const body = await pdfInThread(new URL('./paper/pdf-worker.ts', import.meta.url), given);
  return logDownload(
    call,
    { tenantId: session.tenantId, id: request.id, label: fileName, after: { ...input } },
    { fileName, mediaType: 'application/pdf', body },
  );
}
