import type { SeedApplication } from '@xyxlx/database/seed/seed';
import { postAll } from '../../platform/ledger/post-all.ts';
import type { DataKeys } from '../../platform/security/data-keys.ts';
import { keepNumber } from '../card/card-number.ts';
import { issuedWords } from '../invoice/invoice-mail.ts';
import type { Registry } from '../registry.ts';
import { transferCodeOf } from '../topup/transfer-code.ts';
import { seedVouchers } from '../voucher/seed-vouchers.ts';
import { seedNotices } from './seed-notices.ts';

/** What a seed has of the application: the books by the rules of all areas, how a card's number is kept, the codes of transfers, who is told what, and how of invoices. */
export function seedApplication(registry: Registry, dataKeys: DataKeys): SeedApplication {
  return {
    post: (tx) => postAll(tx, registry.postings.values()),
    makeVouchers: seedVouchers,
    notify: (tx, now) => seedNotices(tx, registry, now),
    keepNumber: (cardId, pan) => keepNumber(dataKeys, cardId, pan),
    transferCode: transferCodeOf,
    issuedWords,
  };
}
