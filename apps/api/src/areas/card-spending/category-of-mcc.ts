import type { ConsumptionRecord } from '@xyxlx/database/client/client';

type Category = ConsumptionRecord['category'];

/** Ranges of merchant categories (ISO 18245), the first that fits counts. */
const ranges: readonly [from: string, to: string, category: Category][] = [
  ['3000', '3299', 'TRAVEL'],
  ['3351', '3441', 'TRAVEL'],
  ['3501', '3999', 'HOTEL'],
  ['4000', '4799', 'TRAVEL'],
  ['5811', '5814', 'MEAL'],
  ['5000', '5999', 'PURCHASE'],
  ['7011', '7012', 'HOTEL'],
  ['7512', '7523', 'TRAVEL'],
];

/** What a card's payment was for: as the payee's brand has it, else by the merchant category that the channel named. */
export function categoryOf(ofBrand: Category | undefined, mcc: string): Category {
  if (ofBrand) return ofBrand;
  return ranges.find(([from, to]) => from <= mcc && mcc <= to)?.[2] ?? 'OTHER';
}
