import type { Label } from './endpoint.ts';
import { type Permission, permissions } from './permissions.ts';

interface BuiltInRole {
  code: string;
  name: Label;
  dataScope: 'ALL' | 'TENANT' | 'COMPANY_TREE' | 'MERCHANTS' | 'SELF';
  permissions: readonly Permission[];
}

const views = permissions.filter(
  (permission) => permission.endsWith('.view') && permission !== 'service.view',
);
/** The service itself is its platform's, not a tenant's. */
const ofService = permissions.filter((permission) => permission.startsWith('service.'));
const without = (...left: Permission[]) => permissions.filter((permission) => !left.includes(permission));
const approvals = permissions.filter((permission) => permission.endsWith('.approve'));
const business = views.filter(
  (permission) => !/^(user|role|tenant|channel|compliance|operationlog)\./.test(permission),
);

/** The roles every tenant has from its first day; they can't be edited or removed. */
export const builtInRoles = [
  {
    code: 'platform-admin',
    name: { zh: '平台管理员', en: 'Platform administrator' },
    dataScope: 'ALL',
    permissions,
  },
  {
    code: 'tenant-admin',
    name: { zh: '租户管理员', en: 'Tenant administrator' },
    dataScope: 'TENANT',
    permissions: without('tenant.edit', ...ofService),
  },
  {
    code: 'operator',
    name: { zh: '运营', en: 'Operator' },
    dataScope: 'TENANT',
    permissions: [
      ...business,
      'merchant.edit',
      'merchant.export',
      'employee.edit',
      'employee.import',
      'employee.export',
      'limit.adjust',
      'limit.upload',
      'limit.export',
      'consumption.export',
      'consumption.refund',
      'lottery.award',
      'lottery.export',
      'platform.edit',
      'brand.edit',
      'rule.edit',
      'order.ship',
      'creditlimit.calendar',
    ],
  },
  {
    code: 'finance-maker',
    name: { zh: '财务经办', en: 'Finance maker' },
    dataScope: 'TENANT',
    permissions: [
      ...business,
      'operationlog.view',
      'merchant.export',
      'limit.adjust',
      'limit.upload',
      'limit.export',
      'consumption.export',
      'consumption.refund',
      'bill.issue',
      'bill.export',
      'fund.transfer',
      'fund.export',
      'fund.reconcile',
      'card.edit',
      'card.product',
      'card.import',
      'card.export',
      'order.edit',
      'order.ship',
      'order.export',
      'creditlimit.issue',
      'creditlimit.export',
      'creditlimit.calendar',
      'voucher.edit',
      'voucher.close',
      'voucher.settings',
      'voucher.export',
      'topup.edit',
      'topup.export',
    ],
  },
  {
    code: 'finance-checker',
    name: { zh: '财务复核', en: 'Finance checker' },
    dataScope: 'TENANT',
    permissions: [
      ...business,
      'operationlog.view',
      'bill.confirm',
      'bill.export',
      'voucher.post',
      'voucher.export',
      ...approvals,
    ],
  },
  {
    code: 'compliance-officer',
    name: { zh: '合规专员', en: 'Compliance officer' },
    dataScope: 'TENANT',
    permissions: [
      ...business,
      'compliance.view',
      'compliance.settings',
      'compliance.audit',
      'compliance.report',
      'operationlog.view',
    ],
  },
  {
    code: 'compliance-head',
    name: { zh: '合规主管', en: 'Head of compliance' },
    dataScope: 'TENANT',
    permissions: [
      ...business,
      'compliance.view',
      'compliance.settings',
      'compliance.audit',
      'compliance.reopen',
      'compliance.decide',
      'compliance.report',
      'compliance.export',
      'operationlog.view',
      'operationlog.verify',
    ],
  },
  {
    code: 'auditor',
    name: { zh: '只读审计', en: 'Read-only auditor' },
    dataScope: 'TENANT',
    // What compliance looks for and whom is told to nobody who does not work on it.
    permissions: views.filter((permission) => permission !== 'compliance.view'),
  },
  {
    code: 'support',
    name: { zh: '客服', en: 'Support' },
    dataScope: 'TENANT',
    permissions: [...business, 'card.freeze'],
  },
  {
    code: 'employee',
    name: { zh: '员工', en: 'Employee' },
    dataScope: 'SELF',
    permissions: ['own.card', 'own.order'],
  },
] as const satisfies readonly BuiltInRole[];

export type BuiltInRoleCode = (typeof builtInRoles)[number]['code'];
