import { z } from 'zod';
import { formats } from './fields.ts';
import { valuesOf, type WordsOf } from './words.ts';

/** What a balance counts: posted vouchers; every voucher; every posting as it is written. */
export const ledgerBasisWords = {
  POSTED: { zh: '已过账', en: 'Posted' },
  VOUCHERS: { zh: '含未过账', en: 'With unposted vouchers' },
  LIVE: { zh: '实时流水', en: 'Live postings' },
} as const satisfies WordsOf<string>;
export const ledgerBases = valuesOf(ledgerBasisWords);
export type LedgerBasis = keyof typeof ledgerBasisWords;

/** A month of the books. */
export const ledgerPeriod = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
  .register(formats, { zh: '年月，如 2026-11', en: 'a month such as 2026-11', maxLength: 7 });

/** 科目编码: four digits, and two more a level. */
export const accountCode = z
  .string()
  .regex(/^\d{4}(\.\d{2}){0,3}$/)
  .register(formats, {
    zh: '科目编码，如 1002 或 1002.01',
    en: 'a code such as 1002 or 1002.01',
    maxLength: 13,
  });
