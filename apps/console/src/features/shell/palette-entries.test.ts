import { expect, it } from 'vitest';
import { paletteEntries } from './palette-entries.ts';

const load = async () => ({ Component: () => null });
const source = {
  groups: [{ id: 'g', title: { zh: '商户管理', en: 'Merchants' }, icon: 'merchant' as const }],
  screens: [
    {
      path: '/layout/merchant',
      title: { zh: '商户', en: 'Merchants' },
      group: 'g',
      permission: 'merchant.view' as const,
      load,
    },
    {
      path: '/layout/bill',
      title: { zh: '账单', en: 'Bills' },
      group: 'g',
      permission: 'bill.view' as const,
      load,
    },
    { path: '/layout/card', title: { zh: '支付卡', en: 'Cards' }, group: 'g' },
  ],
  finders: [
    {
      title: { zh: '商户号', en: 'Merchant number' },
      pattern: /^M\d{3,}$/,
      path: '/layout/merchant',
      query: (keyword: string) => ({ keyword }),
    },
    {
      title: { zh: '卡号后四位', en: 'Last four' },
      pattern: /^\d{4}$/,
      path: '/layout/card',
      query: (keyword: string) => ({ keyword }),
    },
  ],
  permissions: ['merchant.view' as const],
  label: (label: { zh: string }) => label.zh,
};

it('finds screens by their title in either language, as far as one may see them', () => {
  expect(paletteEntries('MERCH', source).map(({ title }) => title)).toEqual(['商户']);
  expect(paletteEntries('账单', source)).toEqual([]);
});

it('offers everything in the menu while nothing is typed', () => {
  expect(paletteEntries('', source).map(({ url }) => url)).toEqual(['/layout/merchant', '/layout/card']);
});

it('leads a record number to the list that shows it, but not to a screen that is not built', () => {
  expect(paletteEntries('M1100', source).map(({ url }) => url)).toEqual(['/layout/merchant?keyword=M1100']);
  expect(paletteEntries('1234', source)).toEqual([]);
});
