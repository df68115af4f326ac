import type { Label } from '@xyxlx/contracts/endpoint';
import { permissionTree } from '@xyxlx/contracts/permissions';

// Areas of the wire that are no group of the permission tree, or go by another name there.
const others: Record<string, Label> = {
  userAccount: { zh: '用户与账号', en: 'Users and accounts' },
  approval: { zh: '审批', en: 'Approvals' },
  billChange: { zh: '批量调额', en: 'Batch adjustments' },
  store: { zh: '门店', en: 'Stores' },
  invoice: { zh: '开票', en: 'Invoices' },
  job: { zh: '后台任务', en: 'Background work' },
  operationLog: { zh: '操作日志', en: 'Operation log' },
  notification: { zh: '通知', en: 'Notifications' },
  subApp: { zh: '子应用', en: 'Sub-applications' },
};

const groups = Object.entries(permissionTree).filter(
  ([group]) => group !== 'user' && group !== 'operationlog',
);

/** What the modules of the log are called. */
export const moduleLabels: Record<string, Label> = {
  ...Object.fromEntries(groups.map(([group, { label }]) => [group, label])),
  ...others,
};

/** What a module is called; one that nobody named goes by its own name. */
export function moduleLabel(module: string): Label {
  return moduleLabels[module] ?? { zh: module, en: module };
}
