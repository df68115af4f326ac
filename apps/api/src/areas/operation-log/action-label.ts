import { contract, endpointAt } from '@xyxlx/contracts/contract';
import type { Contract, Label } from '@xyxlx/contracts/endpoint';
import { inShort, isLogged } from '../../wire/log-attempts.ts';

/** Steps that have no endpoint of their own. */
const steps: Record<string, Label> = {
  'operationLog.manyRefusals': { zh: '频繁被拒绝', en: 'Many refusals' },
  'userAccount.inviteUser': { zh: '邀请加入租户', en: 'Ask somebody to join' },
  'userAccount.askedToJoin': { zh: '被邀请加入其他租户', en: 'Was asked to join another tenant' },
  'userAccount.joinedElsewhere': { zh: '加入了其他租户', en: 'Joined another tenant' },
  'role.keepBuiltInRoles': { zh: '版本更新内置角色', en: 'Built-in role of a new release' },
  'approval.submit': { zh: '提交审批', en: 'Hand in for approval' },
  'employee.undoImport': { zh: '撤销员工导入', en: 'Take an import of employees back' },
  'bill.openBills': { zh: '按月开账单', en: 'Open the bills of a month' },
  'lottery.expireDraws': { zh: '奖品过期', en: 'A prize expired' },
};

/** What the owner of an account does with a code, without a session. */
const withCode = [
  'userAccount.resetPassword',
  'userAccount.bindAccount',
  'userAccount.acceptInvitation',
  'userAccount.declineInvitation',
];

/** What an action of the log is called: its endpoint's summary, otherwise its own name. */
export function actionLabel(module: string, action: string): Label {
  const summary = endpointAt(module, action)?.summary;
  if (summary) return inShort(summary);
  return steps[`${module}.${action}`] ?? { zh: action, en: action };
}

/** Every action that a row of the log can have: whatever changes or takes something out, and the steps without an endpoint. */
export const loggedActions = [
  ...Object.entries<Contract[string]>(contract).flatMap(([module, area]) =>
    Object.entries(area)
      .filter(([, definition]) => isLogged(module, definition))
      .map(([action]) => ({ module, action })),
  ),
  ...[...withCode, ...Object.keys(steps)].map((step) => {
    const [module = '', action = ''] = step.split('.');
    return { module, action };
  }),
].map((line) => ({ ...line, label: actionLabel(line.module, line.action) }));
