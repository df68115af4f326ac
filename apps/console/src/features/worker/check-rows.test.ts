import { expect, it } from 'vitest';
import { createRowCheck } from './check-rows.ts';

it('names row, column and reason of what is missing, malformed or there twice', () => {
  const check = createRowCheck();
  check.take(['工号', '姓名', '手机', '额度']);
  check.take(['E1', '王芳', '13800000001', '500.00']);
  check.take(['E1', '', '12345', '1e3']);
  expect(check.findings()).toEqual({
    rows: 2,
    bad: 1,
    problems: [
      { row: 3, column: 'employeeNo', value: 'E1', reason: 'duplicate' },
      { row: 3, column: 'name', value: '', reason: 'missing' },
      { row: 3, column: 'mobile', value: '12345', reason: 'format' },
      { row: 3, column: 'limit', value: '1e3', reason: 'format' },
    ],
  });
});
