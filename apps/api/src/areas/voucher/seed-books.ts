import type { SeedBooks } from '@xyxlx/database/seed/seed';
import { postAll } from '../../platform/ledger/post-all.ts';
import type { PostingRule } from '../../platform/ledger/posting-rule.ts';
import { seedVouchers } from './seed-vouchers.ts';

/** Keeps the books of a seed by the rules of all areas. */
export function seedBooksBy(rules: Iterable<PostingRule>): SeedBooks {
  return { post: (tx) => postAll(tx, rules), makeVouchers: seedVouchers };
}
