import { api } from '../../lib/api.ts';

/** What changes with a voucher, an account or a period. */
export const voucherAreas = [api.voucher, api.approval, api.home].map((area) => area.pathFilter());
