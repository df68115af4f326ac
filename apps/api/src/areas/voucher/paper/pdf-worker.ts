import { parentPort, workerData } from 'node:worker_threads';
import type { VoucherPaper } from '@xyxlx/contracts/voucher-paper';
import { lowerPriority } from '../../../platform/load/lower-priority.ts';
import type { Printed } from './printed-voucher.ts';
import { writePdf } from './write-pdf.ts';

/** What the worker is given; it says the bytes of the file. */
export interface WorkerInput {
  printed: Printed;
  paper: VoucherPaper;
}

if (parentPort) {
  lowerPriority();
  const { printed, paper } = workerData as WorkerInput;
  parentPort.postMessage(await writePdf(printed, paper));
}
