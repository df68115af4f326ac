import { expect, test } from 'vitest';
import { companyOptions } from './company-options.ts';

const head = { id: 'h', name: '总公司', parentId: null };
const east = { id: 'e', name: '华东', parentId: 'h' };
const shop = { id: 's', name: '门店', parentId: 'e' };

test('children stand below their parents, whatever the order they came in', () => {
  expect(companyOptions([shop, head, east])).toEqual([
    { value: 'h', label: '总公司' },
    { value: 'e', label: '\u3000华东' },
    { value: 's', label: '\u3000\u3000门店' },
  ]);
});

test('a company whose parent may not be seen stands at the top', () => {
  expect(companyOptions([shop])).toEqual([{ value: 's', label: '门店' }]);
});
