import type { Detour, Screen, ScreenGroup } from './lib/screen.ts';

/** The groups of the menu, in order. */
export const groups: readonly ScreenGroup[] = [
  { id: 'home', title: { zh: '工作台', en: 'Workbench' }, icon: 'home' },
  { id: 'merchant', title: { zh: '商户管理', en: 'Merchants' }, icon: 'merchant' },
  { id: 'card', title: { zh: '支付卡管理', en: 'Payment cards' }, icon: 'card' },
  { id: 'limit', title: { zh: '额度发放', en: 'Limit issuing' }, icon: 'limit' },
  { id: 'platform', title: { zh: '平台管理', en: 'Platforms' }, icon: 'platform' },
  { id: 'compliance', title: { zh: '合规工作台', en: 'Compliance' }, icon: 'compliance' },
  { id: 'system', title: { zh: '系统管理', en: 'System' }, icon: 'system' },
  { id: 'account', title: { zh: '我的账户', en: 'My account' }, icon: 'account' },
];

/** The screens behind sign-in: the whole map. A screen without `load` is not built yet and says so. */
export const screens: readonly Screen[] = [
  {
    path: '/layout/index',
    title: { zh: '首页', en: 'Home' },
    permission: 'home.view',
    group: 'home',
    texts: ['home'],
    load: () => import('./features/home/home-page.tsx'),
  },
  {
    path: '/layout/index/approval',
    title: { zh: '审批', en: 'Approvals' },
    group: 'home',
    texts: ['approval'],
    load: () => import('./features/approval/approval-page.tsx'),
  },
  {
    path: '/layout/index/notification',
    title: { zh: '通知', en: 'Notifications' },
    group: 'home',
    texts: ['notification'],
    load: () => import('./features/notification/notification-page.tsx'),
  },
  {
    path: '/layout/merchant',
    title: { zh: '商户', en: 'Merchants' },
    permission: 'merchant.view',
    group: 'merchant',
    texts: ['merchant'],
    load: () => import('./features/merchant/merchant-list-page.tsx'),
  },
  {
    path: '/layout/merchant/storebill',
    title: { zh: '商户消费记录', en: 'Merchant consumption' },
    permission: 'consumption.view',
    group: 'merchant',
    texts: ['consumption'],
    load: () => import('./features/consumption/store-bill-page.tsx'),
  },
  {
    path: '/layout/merchant/storelottery',
    title: { zh: '商户抽奖记录', en: 'Merchant lottery' },
    permission: 'lottery.view',
    group: 'merchant',
    texts: ['lottery'],
    load: () => import('./features/lottery/store-lottery-page.tsx'),
  },
  {
    path: '/layout/userlist',
    title: { zh: '商户详情', en: 'Merchant detail' },
    permission: 'employee.view',
    group: 'merchant',
    texts: ['employee'],
    load: () => import('./features/employee/employee-list-page.tsx'),
  },
  {
    path: '/layout/userlist/adjusthis/:merchantId/:employeeId',
    title: { zh: '调额记录', en: 'Adjustment records' },
    permission: 'limit.view',
    texts: ['employee'],
    load: () => import('./features/employee/adjustment-page.tsx'),
  },
  {
    path: '/layout/userlist/lottery/:merchantId/:employeeId',
    title: { zh: '抽奖记录', en: 'Lottery records' },
    permission: 'lottery.view',
    texts: ['lottery'],
    load: () => import('./features/lottery/employee-lottery-page.tsx'),
  },
  {
    path: '/layout/userlist/detailbill/:merchantId/:employeeId',
    title: { zh: '消费记录', en: 'Consumption records' },
    permission: 'consumption.view',
    texts: ['consumption'],
    load: () => import('./features/consumption/employee-bill-page.tsx'),
  },
  {
    path: '/layout/bill',
    title: { zh: '账单', en: 'Bills' },
    permission: 'bill.view',
    group: 'merchant',
    texts: ['bill'],
    load: () => import('./features/bill/bill-list-page.tsx'),
  },
  {
    path: '/layout/search',
    title: { zh: '查询商户号', en: 'Find merchant number' },
    permission: 'search.view',
    group: 'merchant',
    texts: ['search'],
    load: () => import('./features/search/search-page.tsx'),
  },
  {
    path: '/layout/paymentreceived/card',
    title: { zh: '支付卡', en: 'Cards' },
    permission: 'card.view',
    group: 'card',
  },
  {
    path: '/layout/paymentreceived/card/importhis',
    title: { zh: '导入记录', en: 'Import records' },
    permission: 'card.import',
  },
  {
    path: '/layout/paymentreceived/order',
    title: { zh: '卡订单', en: 'Card orders' },
    permission: 'order.view',
    group: 'card',
  },
  {
    path: '/layout/paymentreceived/topuphis',
    title: { zh: '充值记录', en: 'Top-up records' },
    permission: 'topup.view',
    group: 'card',
  },
  {
    path: '/layout/paymentreceived/voucher',
    title: { zh: '记账凭证', en: 'Accounting vouchers' },
    permission: 'voucher.view',
    group: 'card',
  },
  {
    path: '/layout/paymentreceived/operationlog',
    title: { zh: '卡操作日志', en: 'Card operation log' },
    permission: 'operationlog.view',
    group: 'card',
  },
  {
    path: '/layout/paymentreceived/creditlimit/create',
    title: { zh: '手动发放', en: 'Manual issue' },
    permission: 'creditlimit.view',
    group: 'limit',
  },
  {
    path: '/layout/paymentreceived/creditlimit/autocreate/executionlist/:code?',
    title: { zh: '执行列表', en: 'Executions' },
    permission: 'creditlimit.view',
  },
  {
    path: '/layout/paymentreceived/creditlimit/autocreate/nodata',
    title: { zh: '自动发放', en: 'Automatic issue' },
    permission: 'creditlimit.view',
    group: 'limit',
  },
  {
    path: '/layout/paymentreceived/creditlimit/autocreate/tocreate/:type/:code?',
    title: { zh: '自动发放计划', en: 'Automatic issue plan' },
    permission: 'creditlimit.issue',
  },
  {
    path: '/layout/platform/list',
    title: { zh: '平台列表', en: 'Platform list' },
    permission: 'platform.view',
    group: 'platform',
  },
  {
    path: '/layout/platform/painfo',
    title: { zh: '平台账户信息', en: 'Platform accounts' },
    permission: 'platform.view',
    group: 'platform',
  },
  {
    path: '/layout/platform/brand',
    title: { zh: '品牌', en: 'Brands' },
    permission: 'brand.view',
    group: 'platform',
  },
  {
    path: '/layout/platform/rules',
    title: { zh: '使用规则', en: 'Usage rules' },
    permission: 'rule.view',
    group: 'platform',
  },
  {
    path: '/layout/platform/fundmana',
    title: { zh: '资金管理', en: 'Fund management' },
    permission: 'fund.view',
    group: 'platform',
  },
  {
    path: '/layout/compliance/audit',
    title: { zh: '合规审核', en: 'Compliance audit' },
    permission: 'compliance.audit',
    group: 'compliance',
  },
  {
    path: '/layout/compliance/settings',
    title: { zh: '合规设置', en: 'Compliance settings' },
    permission: 'compliance.settings',
    group: 'compliance',
  },
  {
    path: '/layout/system/user',
    title: { zh: '用户', en: 'Users' },
    permission: 'user.view',
    group: 'system',
    texts: ['user'],
    load: () => import('./features/user/user-list-page.tsx'),
  },
  {
    path: '/layout/system/role',
    title: { zh: '角色', en: 'Roles' },
    permission: 'role.view',
    group: 'system',
    texts: ['role'],
    load: () => import('./features/role/role-list-page.tsx'),
  },
  {
    path: '/layout/system/company',
    title: { zh: '公司', en: 'Companies' },
    permission: 'company.view',
    group: 'system',
    texts: ['company'],
    load: () => import('./features/company/company-list-page.tsx'),
  },
  {
    path: '/layout/system/companyinfo',
    title: { zh: '公司信息', en: 'Company information' },
    permission: 'company.view',
    group: 'system',
    texts: ['company'],
    load: () => import('./features/company/company-info-page.tsx'),
  },
  {
    path: '/layout/system/tenantinfo',
    title: { zh: '租户', en: 'Tenants' },
    permission: 'tenant.view',
    group: 'system',
    texts: ['tenant'],
    load: () => import('./features/tenant/tenant-page.tsx'),
  },
  {
    path: '/layout/system/bindsetting',
    title: { zh: '渠道账号绑定', en: 'Channel accounts' },
    permission: 'channel.view',
    group: 'system',
    texts: ['channel'],
    load: () => import('./features/channel/binding-list-page.tsx'),
  },
  {
    path: '/layout/operationlog',
    title: { zh: '操作日志', en: 'Operation log' },
    permission: 'operationlog.view',
    group: 'system',
    texts: ['operation-log'],
    load: () => import('./features/operation-log/operation-log-page.tsx'),
  },
  {
    path: '/layout/operationlog/operationLogDetail',
    title: { zh: '操作日志详情', en: 'Operation log detail' },
    permission: 'operationlog.view',
    texts: ['operation-log'],
    load: () => import('./features/operation-log/operation-log-detail-page.tsx'),
  },
  {
    path: '/layout/myaccount/mycard',
    title: { zh: '我的卡', en: 'My cards' },
    permission: 'own.view',
    group: 'account',
  },
  {
    path: '/layout/myaccount/myorder',
    title: { zh: '我的订单', en: 'My orders' },
    permission: 'own.view',
    group: 'account',
  },
  {
    path: '/layout/profile/userinfo',
    title: { zh: '个人信息', en: 'Profile' },
    group: 'account',
    texts: ['account'],
    load: () => import('./features/account/profile-page.tsx'),
  },
  {
    path: '/layout/profile/changepassword',
    title: { zh: '修改密码', en: 'Change password' },
    group: 'account',
    texts: ['account'],
    load: () => import('./features/account/change-password-page.tsx'),
  },
  {
    path: '/layout/pages/form/AlipayInvoice',
    title: { zh: '支付宝开票', en: 'Alipay invoice' },
    group: 'account',
    texts: ['invoice'],
    load: () => import('./features/invoice/invoice-list-page.tsx'),
  },
];

/** What any unknown path shows. */
export const notFound: Screen = {
  path: '/404',
  title: { zh: '页面不存在', en: 'Page not found' },
  texts: ['errors'],
  load: () => import('./features/errors/not-found-page.tsx'),
};

/** The screens that anyone may open. */
export const publicScreens: readonly Screen[] = [
  {
    path: '/login',
    title: { zh: '登录', en: 'Sign in' },
    texts: ['sign-in'],
    load: () => import('./features/sign-in/login-page.tsx'),
  },
  {
    path: '/',
    title: { zh: '登录', en: 'Sign in' },
    texts: ['sign-in'],
    load: () => import('./features/sign-in/login-page.tsx'),
  },
  {
    path: '/reset',
    title: { zh: '重置密码', en: 'Reset password' },
    texts: ['sign-in'],
    load: () => import('./features/sign-in/reset-page.tsx'),
  },
  notFound,
  {
    path: '/500',
    title: { zh: '系统出错了', en: 'Something went wrong' },
    texts: ['errors'],
    load: () => import('./features/errors/fault-page.tsx'),
  },
  {
    path: '/tenant',
    title: { zh: '选择租户', en: 'Choose a tenant' },
    texts: ['sign-in'],
    load: () => import('./features/sign-in/tenant-page.tsx'),
  },
  {
    path: '/oauth',
    title: { zh: '授权登录', en: 'Sign in with OAuth' },
    texts: ['sign-in'],
    load: () => import('./features/sign-in/oauth-page.tsx'),
  },
  {
    path: '/workwxsso',
    title: { zh: '企业微信登录', en: 'Sign in with WeCom' },
    texts: ['sign-in'],
    load: () => import('./features/sign-in/workwx-page.tsx'),
  },
  { path: '/websocket', title: { zh: '实时通道', en: 'Live channel' } },
  { path: '/worker', title: { zh: '后台计算', en: 'Background work' } },
  {
    path: '/downloadapp',
    title: { zh: '下载应用', en: 'Get the app' },
    texts: ['download-app'],
    load: () => import('./features/download-app/download-app-page.tsx'),
  },
  // The misspelt address is printed on material in use.
  {
    path: '/downlaodapp',
    title: { zh: '下载应用', en: 'Get the app' },
    texts: ['download-app'],
    load: () => import('./features/download-app/download-app-page.tsx'),
  },
  {
    path: '/qrcode',
    title: { zh: '下载应用', en: 'Get the app' },
    texts: ['download-app'],
    load: () => import('./features/download-app/download-app-page.tsx'),
  },
  {
    path: '/reportseq',
    title: { zh: '上传错误日志', en: 'Upload an error log' },
    texts: ['error-report'],
    load: () => import('./features/error-report/error-report-page.tsx'),
  },
  {
    path: '/pages/form/AlipayInvoice',
    title: { zh: '支付宝开票', en: 'Alipay invoice' },
    texts: ['invoice'],
    load: () => import('./features/invoice/public-invoice-page.tsx'),
  },
];

/** Addresses between the screens. */
export const detours: readonly Detour[] = [
  { path: '/layout', to: '/layout/merchant' },
  { path: '/layout/pages', to: '/layout/pages/form/AlipayInvoice' },
  { path: '/layout/system', to: '/layout/system/user' },
  { path: '/layout/platform', to: '/layout/platform/list' },
  { path: '/layout/profile', to: '/layout/profile/userinfo' },
  { path: '/layout/paymentreceived', to: '/layout/paymentreceived/card' },
  { path: '/layout/paymentreceived/creditlimit', to: '/layout/paymentreceived/creditlimit/create' },
  {
    path: '/layout/paymentreceived/creditlimit/autocreate',
    to: '/layout/paymentreceived/creditlimit/autocreate/nodata',
  },
  { path: '/layout/myaccount', to: '/layout/myaccount/mycard' },
  { path: '/layout/compliance', to: '/layout/compliance/audit' },
];

/** What later work still has to build; the count may only fall. */
export const unbuilt = [...screens, ...publicScreens]
  .filter((screen) => !screen.load)
  .map((screen) => screen.path);
