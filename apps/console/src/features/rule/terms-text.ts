import { consumptionCategoryWords } from '@xyxlx/contracts/consumption';
import type { InstitutionRow } from '@xyxlx/contracts/rule-institution';
import type { TFunction } from 'i18next';
import { labelText, wordsText } from '../../lib/label.ts';

/** The categories that a 制度 is for, in words. */
export function categoriesText(categories: InstitutionRow['categories'], t: TFunction<'rule'>): string {
  if (categories.length === 0) return t('categories.all');
  return wordsText(categories.map((one) => labelText(consumptionCategoryWords[one])));
}

/** From when to when it judges, both days included. */
export function validityText(
  { validFrom, validTo }: Pick<InstitutionRow, 'validFrom' | 'validTo'>,
  t: TFunction<'rule'>,
): string {
  return validTo === null ? t('validity.open', { from: validFrom }) : `${validFrom} – ${validTo}`;
}
