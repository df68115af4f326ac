import type { VoucherPaper } from '@xyxlx/contracts/voucher-paper';
import { makePdf } from '../../../platform/paper/make-pdf.ts';
import type { Printed } from './printed-voucher.ts';
import { writePdf } from './write-pdf.ts';

/** What the worker is given. */
export interface WorkerInput {
  printed: Printed;
  paper: VoucherPaper;
}

await makePdf<WorkerInput>(({ printed, paper }) => writePdf(printed, paper));
