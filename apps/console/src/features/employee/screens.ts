import { paths } from '@xyxlx/contracts/paths';
import type { Screen } from '../../lib/screen.ts';
import type texts from './locales/zh.json';

declare module '../../lib/text-namespaces.ts' {
  interface TextNamespaces {
    employee: typeof texts;
  }
}

export const employeeScreens: readonly Screen[] = [
  {
    path: paths.employees,
    title: { zh: '商户详情', en: 'Merchant detail' },
    permission: 'employee.view',
    group: 'merchant',
    opens: { employee: 'open', limitBatch: 'tab=batches&open' },
    texts: ['employee'],
    load: () => import('./employee-list-page.tsx'),
    todos: {
      batchReady: {
        title: { zh: '批量调额待确认', en: 'Limit files to confirm' },
        query: 'tab=batches&state=READY',
      },
      batchFailed: {
        title: { zh: '批量调额失败', en: 'Limit files that failed' },
        query: 'tab=batches&state=FAILED,PARTLY_DONE,STOPPED',
        isUrgent: true,
      },
    },
    records: {
      employee: { zh: '员工', en: 'Employee' },
      department: { zh: '部门', en: 'Department' },
      limitBatch: { zh: '调额批次', en: 'Batch' },
      limitBatchUndo: { zh: '撤销批量调额', en: 'Undo of a batch' },
      limitAdjustment: { zh: '调额', en: 'Adjustment' },
      limitAdjustmentUndo: { zh: '撤销调额', en: 'Undo of an adjustment' },
    },
  },
  {
    path: paths.employeePage,
    title: { zh: '员工档案', en: 'Employee record' },
    permission: 'employee.view',
    pageOf: 'employee',
    texts: ['employee'],
    load: () => import('./employee-page.tsx'),
  },
  {
    path: paths.employeeAdjustments,
    title: { zh: '调额记录', en: 'Adjustment records' },
    permission: 'limit.view',
    texts: ['employee'],
    load: () => import('./adjustment-page.tsx'),
  },
];
