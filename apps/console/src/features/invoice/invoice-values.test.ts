import { describe, expect, test } from 'vitest';
import { nothingTyped, paymentNosOf, problemsOf, valuesOf } from './invoice-values.ts';

const complete = {
  ...nothingTyped,
  title: ' 上海测试有限公司 ',
  taxNo: '91310115ma1k4f3b2x',
  amount: '1,234.50',
  email: 'finance@example.com',
  paymentNos: 'PAY00001\nPAY00002，PAY00001',
  mobileLastFour: '0001',
};

describe('the invoice form', () => {
  test('payment numbers are read however they were pasted, each once', () => {
    expect(paymentNosOf('A00001\nB00002, C00003；A00001 ')).toEqual(['A00001', 'B00002', 'C00003']);
  });

  test('hands in fen, capitals and nothing for what was left empty', () => {
    expect(valuesOf(complete)).toMatchObject({
      title: '上海测试有限公司',
      taxNo: '91310115MA1K4F3B2X',
      amount: 123_450,
      address: null,
    });
    expect(problemsOf(complete).size).toBe(0);
  });

  test.each([
    ['title', ''],
    ['taxNo', '123'],
    ['amount', '0'],
    ['amount', '1.005'],
    ['email', 'nobody'],
    ['paymentNos', ''],
    ['mobileLastFour', ''],
    ['mobileLastFour', '13800000001'],
    ['account', '12-34'],
  ] as const)('says that %s can not be %j', (name, value) => {
    expect([...problemsOf({ ...complete, [name]: value })]).toEqual([name]);
  });
});
