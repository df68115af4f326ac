import type { voucher as contract } from '@xyxlx/contracts/voucher';
import type { z } from 'zod';

/** What vouchers print, as `printVoucher` answers it. */
export type Printed = z.output<typeof contract.printVoucher.output>;
export type PrintedVoucher = Printed['vouchers'][number];
