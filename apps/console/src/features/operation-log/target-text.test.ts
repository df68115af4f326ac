import type { Label } from '@xyxlx/contracts/endpoint';
import { expect, it } from 'vitest';
import { declareScreens } from '../../lib/screen-map.ts';
import { targetText } from './target-text.ts';

declareScreens([
  {
    path: '/layout/system/tenantinfo',
    title: { zh: '租户', en: 'Tenants' },
    records: { tenant: { zh: '租户', en: 'Tenant' }, operationLog: { zh: '日志', en: 'Log' } },
  },
]);

const en = ({ en: words }: Label) => words;
const actionLabel = { zh: '修改租户', en: 'Edit a tenant' };
const target = (type: string) => ({ actionLabel, target: { type, id: 'id', label: '修改租户' } });

it('names a record as it was called then, and what is no record in the language in use', () => {
  expect(targetText(target('tenant'), en)).toBe('Tenant · 修改租户');
  expect(targetText(target('endpoint'), en)).toBe('Function · Edit a tenant');
  expect(targetText(target('operationLog'), en)).toBe('Log');
});
