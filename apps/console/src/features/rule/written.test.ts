import { rule as contract } from '@xyxlx/contracts/rule';
import { describe, expect, test } from 'vitest';
import zh from './locales/zh.json';
import { templateNames, templateOf } from './templates.ts';
import { tidied, wholeOf, writtenOf } from './written.ts';

const id = '0198c6a0-0000-7000-8000-000000000001';
const other = '0198c6a0-0000-7000-8000-000000000002';

const newest = {
  id,
  no: 2,
  state: 'DRAFT',
  categories: ['MEAL'],
  priority: 5,
  excess: 'SPLIT',
  validFrom: '2026-01-01',
  validTo: null,
  sha256: '',
  scopes: [
    { kind: 'ALL', excluded: false, id: null, ids: [], name: '' },
    { kind: 'DEPARTMENT', excluded: true, id, ids: [], name: '销售部' },
    { kind: 'GRADE', excluded: false, id: null, ids: [], name: 'P7' },
    { kind: 'EMPLOYEE', excluded: false, id: null, ids: [id, other], name: '张三、李四' },
  ],
  rules: [
    { key: other, seq: 1, conditions: [{ factor: 'PER_DAY', operator: 'LE', value: 1 }], sentence: '每日' },
  ],
  named: [],
  createdAt: '2026-01-01T00:00:00.000Z',
  createdBy: null,
  publishedAt: null,
} as const;

describe('what the editor opens with', () => {
  test('is taken by the contract as it stands, with the keys of its rules', () => {
    const written = writtenOf({ name: '午餐', newest: structuredClone(newest) as never });
    expect(written.scopes).toEqual([
      { kind: 'ALL', excluded: false },
      { kind: 'DEPARTMENT', excluded: true, id },
      { kind: 'GRADE', excluded: false, value: 'P7' },
      { kind: 'EMPLOYEE', excluded: false, ids: [id, other] },
    ]);
    expect(written.rules).toEqual([{ key: other, conditions: newest.rules[0].conditions }]);
    expect(contract.editInstitution.input.parse({ ...written, id, version: 1 })).toMatchObject({
      name: '午餐',
      priority: 5,
      excess: 'SPLIT',
    });
  });

  test.each(templateNames)('from the template %s is taken by the contract', (name) => {
    const template = templateOf(name, '2026-11-22', ((key: keyof typeof zh) => zh[key]) as never);
    expect(contract.addInstitution.input.parse(template)).toMatchObject({
      validFrom: '2026-11-22',
      scopes: [{ kind: 'ALL' }],
    });
  });
});

test('a label stands without blanks around it, other lines as they are', () => {
  expect(tidied({ kind: 'LABEL', value: ' 销售 ' })).toEqual({ kind: 'LABEL', value: '销售' });
  expect(tidied({ kind: 'COMPANY', id })).toEqual({ kind: 'COMPANY', id });
});

test('of conditions that are being written those count that are whole', () => {
  const cap = { factor: 'PER_DAY', operator: 'LE', value: 100 } as const;
  expect(
    wholeOf([
      undefined,
      {},
      { factor: 'MCC', operator: 'IN', value: [] },
      { factor: 'PER_PAYMENT', operator: 'LE', value: Number.NaN },
      cap,
    ]),
  ).toEqual([cap]);
});
