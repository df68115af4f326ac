import { appDownload } from './app-download.ts';
import { approval } from './approval.ts';
import { attachment } from './attachment.ts';
import { bill } from './bill.ts';
import { billChange } from './bill-change.ts';
import { brand } from './brand.ts';
import { cards } from './card.ts';
import { cardOrder } from './card-order.ts';
import { cardPolicies } from './card-policy.ts';
import { cardProduct } from './card-product.ts';
import { cardRequests } from './card-request.ts';
import { cardSpending } from './card-spending.ts';
import { channel } from './channel.ts';
import { company } from './company.ts';
import { compliance } from './compliance.ts';
import { consumption } from './consumption.ts';
import { dev } from './dev.ts';
import { deviceSessions } from './device-sessions.ts';
import { employee, employeeImport } from './employee.ts';
import type { Contract, Endpoint, RouterOf } from './endpoint.ts';
import { errorReport } from './error-report.ts';
import { fund } from './fund.ts';
import { home } from './home.ts';
import { invitation } from './invitation.ts';
import { invoice } from './invoice.ts';
import { creditLimit } from './issue.ts';
import { execution } from './issue-execution.ts';
import { autoIssue } from './issue-plan.ts';
import { job } from './job.ts';
import { limit } from './limit.ts';
import { lottery } from './lottery.ts';
import { merchant } from './merchant.ts';
import { notification } from './notification.ts';
import { operationLog } from './operation-log.ts';
import { own } from './own.ts';
import { ownOrder } from './own-order.ts';
import { paymentDecision } from './payment-decision.ts';
import { paymentNotice } from './payment-notice.ts';
import { platform } from './platform.ts';
import { platformAccount } from './platform-account.ts';
import { preference } from './preference.ts';
import { reconciliation } from './reconciliation.ts';
import { role } from './role.ts';
import { rule } from './rule.ts';
import { ruleSimulation } from './rule-simulation.ts';
import { scheduledTask } from './scheduled-task.ts';
import { search } from './search.ts';
import { signOn } from './sign-on.ts';
import { statement } from './statement.ts';
import { store } from './store.ts';
import { subApp } from './sub-app.ts';
import { tenant } from './tenant.ts';
import { topUp } from './top-up.ts';
import { userAccount } from './user-account.ts';
import { userAdministration } from './user-administration.ts';
import { userFiles } from './user-files.ts';
import { verificationCode } from './verification-code.ts';
import { voucher } from './voucher.ts';
import { voucherAccount } from './voucher-account.ts';
import { voucherLedger } from './voucher-ledger.ts';
import { voucherPeriod } from './voucher-period.ts';
import { voucherPrint } from './voucher-print.ts';
import { voucherSetting } from './voucher-setting.ts';
import { workCalendar } from './work-calendar.ts';

/** Every endpoint of the wire: `/xyxlx/<area>/<action>`. */
export const contract = {
  userAccount: {
    ...userAccount,
    ...signOn,
    ...deviceSessions,
    ...userAdministration,
    ...invitation,
    ...userFiles,
  },
  verificationCode,
  preference,
  merchant,
  store,
  employee: { ...employee, ...employeeImport },
  limit,
  consumption: { ...consumption, ...paymentDecision, ...paymentNotice },
  lottery,
  bill,
  billChange,
  platform: { ...platform, ...platformAccount },
  brand,
  search,
  home,
  errorReport,
  appDownload,
  invoice,
  subApp,
  approval,
  notification,
  operationLog,
  channel,
  company,
  fund: { ...fund, ...statement, ...reconciliation },
  topup: topUp,
  rule: { ...rule, ...ruleSimulation },
  compliance,
  voucher: {
    ...voucher,
    ...voucherAccount,
    ...voucherLedger,
    ...voucherPeriod,
    ...voucherPrint,
    ...voucherSetting,
  },
  order: cardOrder,
  card: { ...cards, ...cardRequests, ...cardProduct, ...cardPolicies, ...cardSpending },
  own: { ...own, ...ownOrder },
  attachment,
  workCalendar,
  creditLimit,
  autoIssue: { ...autoIssue, ...execution },
  tenant,
  role,
  job: { ...job, ...scheduledTask },
  dev,
} satisfies Contract;

/** The endpoint of that place; an area or action that there is not has none. */
export function endpointAt(area: string, action: string): Endpoint | undefined {
  const areas: Contract = contract;
  return areas[area]?.[action];
}

export type AppContract = typeof contract;

/** The areas that are there only where there are developer tools. */
export const developerAreas: ReadonlySet<string> = new Set<keyof AppContract>(['dev']);

/** The router that the console's tRPC client is typed by. */
export type AppRouter = RouterOf<AppContract>;
