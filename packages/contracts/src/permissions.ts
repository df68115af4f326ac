import type { Label } from './endpoint.ts';

interface GroupDefinition {
  label: Label;
  actions: Record<string, Label>;
}

const view = { zh: '查看', en: 'View' };
const edit = { zh: '新增与修改', en: 'Create and edit' };
const approve = { zh: '审核', en: 'Approve' };
const exportFile = { zh: '导出', en: 'Export' };
const importFile = { zh: '导入', en: 'Import' };
const reveal = { zh: '查看敏感信息', en: 'Reveal personal data' };

/** Every action a role can be given, as the tree that the role screen shows. */
export const permissionTree = {
  home: { label: { zh: '首页', en: 'Home' }, actions: { view } },
  merchant: {
    label: { zh: '商户', en: 'Merchants' },
    actions: { view, edit, approve, export: exportFile, reveal },
  },
  employee: {
    label: { zh: '员工', en: 'Employees' },
    actions: { view, edit, import: importFile, export: exportFile, reveal },
  },
  limit: {
    label: { zh: '额度', en: 'Limits' },
    actions: {
      view,
      adjust: { zh: '调整', en: 'Adjust' },
      upload: { zh: '批量调额', en: 'Batch adjust' },
      approve,
      export: exportFile,
    },
  },
  consumption: {
    label: { zh: '消费记录', en: 'Consumption' },
    actions: { view, export: exportFile, refund: { zh: '退款', en: 'Refund' } },
  },
  lottery: {
    label: { zh: '抽奖', en: 'Lottery' },
    actions: { view, export: exportFile, award: { zh: '补发', en: 'Award again' } },
  },
  bill: {
    label: { zh: '账单', en: 'Bills' },
    actions: {
      view,
      issue: { zh: '出账', en: 'Issue' },
      confirm: { zh: '确认与结清', en: 'Confirm and settle' },
      export: exportFile,
    },
  },
  search: { label: { zh: '查询商户号', en: 'Find merchant' }, actions: { view } },
  user: {
    label: { zh: '用户', en: 'Users' },
    actions: {
      view,
      edit,
      import: importFile,
      export: exportFile,
      reveal,
      session: { zh: '强制下线', en: 'End sessions' },
    },
  },
  role: { label: { zh: '角色', en: 'Roles' }, actions: { view, edit } },
  company: { label: { zh: '公司', en: 'Companies' }, actions: { view, edit, approve } },
  tenant: { label: { zh: '租户', en: 'Tenants' }, actions: { view, edit } },
  channel: { label: { zh: '渠道账号绑定', en: 'Channel bindings' }, actions: { view, edit } },
  platform: { label: { zh: '平台', en: 'Platforms' }, actions: { view, edit } },
  brand: { label: { zh: '品牌', en: 'Brands' }, actions: { view, edit } },
  rule: { label: { zh: '使用规则', en: 'Rules' }, actions: { view, edit, approve } },
  fund: {
    label: { zh: '资金', en: 'Funds' },
    actions: {
      view,
      transfer: { zh: '划转', en: 'Transfer' },
      approve,
      export: exportFile,
      reconcile: { zh: '对账', en: 'Reconcile' },
    },
  },
  card: {
    label: { zh: '支付卡', en: 'Cards' },
    actions: {
      view,
      edit,
      freeze: { zh: '冻结与挂失', en: 'Freeze and report lost' },
      approve,
      product: { zh: '产品与政策', en: 'Products and policy' },
      import: importFile,
      export: exportFile,
      reveal,
    },
  },
  order: {
    label: { zh: '卡订单', en: 'Card orders' },
    actions: { view, edit, approve, ship: { zh: '制卡与发货', en: 'Make and ship' }, export: exportFile },
  },
  creditlimit: {
    label: { zh: '额度发放', en: 'Limit issuing' },
    actions: {
      view,
      issue: { zh: '发放', en: 'Issue' },
      approve,
      export: exportFile,
      calendar: { zh: '维护工作日历', en: 'Keep the work calendar' },
    },
  },
  voucher: {
    label: { zh: '记账凭证', en: 'Vouchers' },
    actions: {
      view,
      edit,
      approve,
      post: { zh: '过账', en: 'Post' },
      close: { zh: '结账与反结账', en: 'Close and reopen periods' },
      settings: { zh: '科目设置', en: 'Chart of accounts' },
      export: exportFile,
    },
  },
  topup: { label: { zh: '充值', en: 'Top-ups' }, actions: { view, edit, approve, export: exportFile } },
  approval: {
    label: { zh: '审批设置', en: 'Approval settings' },
    actions: {
      edit: { zh: '调整阈值', en: 'Change thresholds' },
      approve: { zh: '审核阈值', en: 'Approve thresholds' },
    },
  },
  operationlog: {
    label: { zh: '操作日志', en: 'Operation log' },
    actions: { view, verify: { zh: '验证完整性', en: 'Verify' }, export: exportFile },
  },
  compliance: {
    label: { zh: '合规', en: 'Compliance' },
    actions: {
      view,
      settings: { zh: '监控设置', en: 'Settings' },
      audit: { zh: '处理案件', en: 'Work cases' },
      reopen: { zh: '重开案件', en: 'Reopen cases' },
      decide: { zh: '复核', en: 'Decide' },
      report: { zh: '可疑报告', en: 'Suspicious reports' },
      export: exportFile,
    },
  },
  service: {
    label: { zh: '服务运维', en: 'The service' },
    actions: {
      view,
      report: { zh: '处理错误报告', en: 'Handle error reports' },
      subapp: { zh: '维护子应用', en: 'Keep sub-applications' },
      run: { zh: '立即执行计划任务', en: 'Run scheduled tasks' },
    },
  },
  own: {
    label: { zh: '我的账户', en: 'My account' },
    actions: {
      card: { zh: '我的卡与额度', en: 'One’s own cards and limits' },
      order: { zh: '我的订单', en: 'One’s own orders' },
    },
  },
} as const satisfies Record<string, GroupDefinition>;

type Tree = typeof permissionTree;

/** One action of one area, `area.action`. */
export type Permission = {
  [Group in keyof Tree & string]: `${Group}.${keyof Tree[Group]['actions'] & string}`;
}[keyof Tree & string];

export type PermissionGroup = keyof Tree;

/** Actions that are a part of another: whoever may do the other may do them, too. */
const parts: Partial<Record<Permission, Permission>> = { 'card.freeze': 'card.edit' };

/** The permissions that each allow the same: itself, and the one that it is a part of. */
export function givenBy(permission: Permission): Permission[] {
  const whole = parts[permission];
  return whole ? [permission, whole] : [permission];
}

/** What these permissions allow, the parts of each among it. */
export function withParts(held: readonly Permission[]): Permission[] {
  const those = new Set(held);
  const more = permissions.filter((one) => !those.has(one) && givenBy(one).some((whole) => those.has(whole)));
  return [...held, ...more];
}

/** The group that a permission belongs to. */
export function groupOf(permission: string): string {
  return permission.slice(0, permission.indexOf('.'));
}

/** The groups of the tree: what a tenant's package is made of. */
export const permissionGroups = Object.keys(permissionTree) as PermissionGroup[];

/** All permissions, in the tree's order. */
export const permissions = Object.entries(permissionTree).flatMap(([group, { actions }]) =>
  Object.keys(actions).map((action) => `${group}.${action}` as Permission),
);

/** The words for a permission, as in 商户 · 查看. */
export function permissionLabel(permission: Permission): Label {
  const [group, action] = permission.split('.') as [keyof Tree, string];
  const { label, actions } = permissionTree[group] as GroupDefinition;
  const actionLabel = actions[action] as Label;
  return { zh: `${label.zh} · ${actionLabel.zh}`, en: `${label.en} · ${actionLabel.en}` };
}
