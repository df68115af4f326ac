import { paths } from '@xyxlx/contracts/paths';
import { accountScreens } from './features/account/screens.ts';
import { approvalScreens } from './features/approval/screens.ts';
import { billScreens } from './features/bill/screens.ts';
import { brandScreens } from './features/brand/screens.ts';
import { cardScreens } from './features/card/screens.ts';
import { channelScreens } from './features/channel/screens.ts';
import { companyScreens } from './features/company/screens.ts';
import { complianceScreens } from './features/compliance/screens.ts';
import { consumptionScreens } from './features/consumption/screens.ts';
import { devPanelScreens } from './features/dev-panel/screens.ts';
import { downloadAppScreens } from './features/download-app/screens.ts';
import { employeeScreens } from './features/employee/screens.ts';
import { errorReportScreens } from './features/error-report/screens.ts';
import { errorsScreens } from './features/errors/screens.ts';
import { fundScreens } from './features/fund/screens.ts';
import { homeScreens } from './features/home/screens.ts';
import { invoiceScreens } from './features/invoice/screens.ts';
import { issuingScreens } from './features/issuing/screens.ts';
import { jobScreens, scheduleScreens } from './features/job/screens.ts';
import { liveChannelScreens } from './features/live-channel/screens.ts';
import { lotteryScreens } from './features/lottery/screens.ts';
import { merchantScreens } from './features/merchant/screens.ts';
import { notificationScreens } from './features/notification/screens.ts';
import { operationLogScreens } from './features/operation-log/screens.ts';
import { orderScreens } from './features/order/screens.ts';
import { ownScreens } from './features/own/screens.ts';
import { platformScreens } from './features/platform/screens.ts';
import { roleScreens } from './features/role/screens.ts';
import { ruleScreens } from './features/rule/screens.ts';
import { searchScreens } from './features/search/screens.ts';
import { signInScreens } from './features/sign-in/screens.ts';
import { subAppScreens } from './features/sub-app/screens.ts';
import { tenantScreens } from './features/tenant/screens.ts';
import { topUpScreens } from './features/top-up/screens.ts';
import { userScreens } from './features/user/screens.ts';
import { voucherScreens } from './features/voucher/screens.ts';
import { workCalendarScreens } from './features/work-calendar/screens.ts';
import { workerScreens } from './features/worker/screens.ts';
import type { Redirect, Screen, ScreenGroup } from './lib/screen.ts';

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

/** The whole map, each feature's screens in the order of the menu. A screen without `load` is not built yet and says so. */
const all: readonly Screen[] = [
  ...homeScreens,
  ...approvalScreens,
  ...notificationScreens,
  ...jobScreens,
  ...merchantScreens,
  ...consumptionScreens,
  ...lotteryScreens,
  ...employeeScreens,
  ...billScreens,
  ...searchScreens,
  ...cardScreens,
  ...ownScreens,
  ...orderScreens,
  ...topUpScreens,
  ...voucherScreens,
  ...issuingScreens,
  ...workCalendarScreens,
  ...platformScreens,
  ...brandScreens,
  ...ruleScreens,
  ...fundScreens,
  ...complianceScreens,
  ...userScreens,
  ...roleScreens,
  ...companyScreens,
  ...tenantScreens,
  ...channelScreens,
  ...operationLogScreens,
  ...scheduleScreens,
  ...accountScreens,
  ...subAppScreens,
  ...invoiceScreens,
  ...signInScreens,
  ...errorsScreens,
  ...liveChannelScreens,
  ...workerScreens,
  ...downloadAppScreens,
  ...devPanelScreens,
  ...errorReportScreens,
];

const isInside = ({ path }: Screen) => path.startsWith(`${paths.layout}/`);

/** The screens behind sign-in. */
export const screens = all.filter(isInside);

/** The screens that anyone may open. */
export const publicScreens = all.filter((screen) => !isInside(screen));

/** Addresses between the screens. */
export const redirects: readonly Redirect[] = [
  { path: paths.layout, to: paths.merchant },
  { path: '/layout/pages', to: paths.invoice },
  { path: '/layout/system', to: paths.user },
  { path: '/layout/platform', to: paths.platform },
  { path: '/layout/profile', to: paths.userInfo },
  { path: '/layout/paymentreceived', to: paths.card },
  { path: '/layout/paymentreceived/creditlimit', to: paths.issue },
  {
    path: '/layout/paymentreceived/creditlimit/autocreate',
    to: paths.issuePlans,
  },
  { path: '/layout/myaccount', to: paths.myCard },
  { path: '/layout/compliance', to: paths.complianceAudit },
];

/** What later work still has to build; the count may only fall. */
export const unbuilt = all.filter(({ load }) => !load).map(({ path }) => path);
