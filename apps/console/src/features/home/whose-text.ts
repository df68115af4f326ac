import type { TFunction } from 'i18next';
import { countText } from '../../lib/money.ts';
import type { Home } from './home.ts';

/** Whose figures the home shows, in words: every tenant's, one's, or those of a part of it. */
export function whoseText(t: TFunction<'home'>, { tenant, company, merchantCount }: Home['whose']): string {
  if (tenant === null) return t('whose.all');
  const parts = [
    ...(company === null ? [] : [t('whose.company', { company })]),
    ...(merchantCount === null
      ? []
      : [t('whose.merchants', { count: merchantCount, total: countText(merchantCount) })]),
  ];
  return [tenant, ...parts].join(' · ');
}
