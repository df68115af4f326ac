import type { BuiltInRoleCode } from '@xyxlx/contracts/built-in-roles';

/** The password of every demo account. */
export const demoPassword = 'Xyxlx@2026';

/** Whose account is linked with an employee of tenant A. */
export const demoEmployeeMobile = '13800000011';

interface DemoAccount {
  mobile: string;
  name: string;
  tenant: 'A' | 'B';
  role: BuiltInRoleCode;
  /** A second tenant, to be chosen after signing in. */
  also?: { tenant: 'A' | 'B'; role: BuiltInRoleCode };
  note: string;
  disabled?: true;
  initialPassword?: true;
}

/** Who can sign in to a seeded database. */
export const demoAccounts: readonly DemoAccount[] = [
  {
    mobile: '13800000001',
    name: '平台管理员',
    tenant: 'A',
    role: 'platform-admin',
    note: 'platform administrator, tenant A',
  },
  { mobile: '13800000002', name: '财务经办', tenant: 'A', role: 'finance-maker', note: 'maker, tenant A' },
  {
    mobile: '13800000003',
    name: '财务复核',
    tenant: 'A',
    role: 'finance-checker',
    note: 'checker, tenant A',
  },
  {
    mobile: '13800000004',
    name: '租户管理员',
    tenant: 'B',
    role: 'tenant-admin',
    note: 'administrator of tenant B',
  },
  {
    mobile: '13800000005',
    name: '新运营',
    tenant: 'A',
    role: 'operator',
    note: 'initial password, tenant A',
    initialPassword: true,
  },
  {
    mobile: '13800000006',
    name: '停用运营',
    tenant: 'A',
    role: 'operator',
    note: 'disabled, cannot sign in',
    disabled: true,
  },
  {
    mobile: '13800000007',
    name: '合规专员',
    tenant: 'A',
    role: 'compliance-officer',
    note: 'compliance, tenant A',
  },
  { mobile: '13800000008', name: '只读审计', tenant: 'A', role: 'auditor', note: 'read-only, tenant A' },
  {
    mobile: '13800000009',
    name: '跨租户运营',
    tenant: 'A',
    role: 'operator',
    also: { tenant: 'B', role: 'finance-checker' },
    note: 'belongs to both tenants and chooses one',
  },
  {
    mobile: demoEmployeeMobile,
    name: '林晓雨',
    tenant: 'A',
    role: 'employee',
    note: 'an employee, sees what is their own',
  },
  {
    mobile: '13800000010',
    name: '合规主管',
    tenant: 'A',
    role: 'compliance-head',
    note: 'head of compliance, tenant A',
  },
];

/** Whom the stub identity provider signs on as: the account of the maker is bound, the newcomer's is not. */
export const boundToStub = { externalId: 'stub-maker', mobile: '13800000002' } as const;
