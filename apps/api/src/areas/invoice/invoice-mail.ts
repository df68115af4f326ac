import type { InvoiceApplication } from '@xyxlx/database/client/client';
import type { Caller } from '../../core/caller.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { dropMail, queueMail } from '../../platform/mail/queue-mail.ts';
import { yuanText } from '../../platform/money/yuan-text.ts';
import { shanghaiDay } from '../../platform/time/shanghai.ts';

type Issued = Pick<InvoiceApplication, 'applicationNo' | 'title' | 'taxNo' | 'amount'> & {
  invoiceNo: string;
  at: Date;
};

/** The e-mail that tells whoever asked for an invoice that it is issued, written with its number. */
export async function mailIssued(
  tx: Transaction,
  by: Caller,
  row: InvoiceApplication,
  invoiceNo: string,
): Promise<void> {
  await queueMail(tx, by, {
    ...aboutInvoice(row),
    recipient: row.email,
    ...issuedWords({ ...row, invoiceNo, at: by.now }),
  });
}

/** One that still waits is not sent once its invoice is reversed. */
export async function dropIssued(tx: Transaction, row: InvoiceApplication): Promise<void> {
  await dropMail(tx, aboutInvoice(row), { zh: '发票已红冲', en: 'The invoice was reversed' });
}

/** What the e-mail of an application is about. */
export function aboutInvoice({ tenantId, id }: Pick<InvoiceApplication, 'tenantId' | 'id'>) {
  return { tenantId, subjectType: 'invoice', subjectId: id };
}

/** The words of the e-mail about an issued invoice. */
export function issuedWords({ invoiceNo, title, taxNo, amount, at, applicationNo }: Issued) {
  const lines = [
    '您好，您申请的电子发票已开具。The invoice that you asked for is issued.',
    '',
    `发票号码 Invoice number：${invoiceNo}`,
    `发票抬头 Title：${title}`,
    ...(taxNo ? [`税号 Tax number：${taxNo}`] : []),
    `金额 Amount：${yuanText(Number(amount))} 元`,
    `开票日期 Issued on：${shanghaiDay(at)}`,
    `申请编号 Application：${applicationNo}`,
    '',
    '凭申请编号和本邮箱可随时查询。The application number and this address find it again.',
  ];
  return { title: `电子发票已开具 ${invoiceNo}`, text: lines.join('\n') };
}
