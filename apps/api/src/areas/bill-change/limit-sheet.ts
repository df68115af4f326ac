import type { AmountSheet } from '../../platform/table-files/amount-sheet.ts';

/** The sheet of present limits, in which the new ones are written. */
export const limitSheet = {
  employeeNo: { zh: '工号', en: 'Employee no.' },
  employeeName: { zh: '姓名', en: 'Name' },
  amount: { zh: '调整后额度（元）', en: 'New limit (yuan)' },
  use: { zh: '导出的表格', en: 'the exported sheet' },
} as const satisfies AmountSheet;
