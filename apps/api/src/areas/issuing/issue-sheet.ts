import type { AmountSheet } from '../../platform/table-files/amount-sheet.ts';

/** The file of whom a batch issues how much. */
export const issueSheet = {
  employeeNo: { zh: '工号', en: 'Employee no.' },
  employeeName: { zh: '姓名', en: 'Name' },
  amount: { zh: '发放金额(元)', en: 'Amount (yuan)' },
  use: { zh: '模板', en: 'the template' },
} as const satisfies AmountSheet;
