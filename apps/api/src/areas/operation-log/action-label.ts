import { contract } from '@xyxlx/contracts/contract';
import type { Endpoint, Label } from '@xyxlx/contracts/endpoint';

/** Steps that have no endpoint of their own. */
const steps: Record<string, Label> = {
  'approval.submit': { zh: '提交审批', en: 'Hand in for approval' },
  'employee.undoImport': { zh: '撤销员工导入', en: 'Take an import of employees back' },
  'bill.openBills': { zh: '按月开账单', en: 'Open the bills of a month' },
};

/** What an action of the log is called: its endpoint's summary, otherwise its own name. */
export function actionLabel(module: string, action: string): Label {
  const area = (contract as Record<string, Record<string, Endpoint>>)[module];
  const summary = area?.[action]?.summary;
  // What follows is for whoever calls the endpoint.
  if (summary) return { zh: summary.zh.replace(/[；（].*$/, ''), en: summary.en.replace(/;.*$/, '') };
  return steps[`${module}.${action}`] ?? { zh: action, en: action };
}
