import type { AppContract } from '@xyxlx/contracts/contract';
import { appDownload } from './areas/app-download/area.ts';
import { approval } from './areas/approval/area.ts';
import type { Area } from './areas/area.ts';
import { attachment } from './areas/attachment/area.ts';
import { bill } from './areas/bill/area.ts';
import { billChange } from './areas/bill-change/area.ts';
import { brand } from './areas/brand/area.ts';
import { card as cards } from './areas/card/area.ts';
import { cardSpending } from './areas/card-spending/area.ts';
import { channel } from './areas/channel/area.ts';
import { company } from './areas/company/area.ts';
import { compliance } from './areas/compliance/area.ts';
import { consumption } from './areas/consumption/area.ts';
import { dev } from './areas/dev/area.ts';
import { employee } from './areas/employee/area.ts';
import { errorReport } from './areas/error-report/area.ts';
import { fund } from './areas/fund/area.ts';
import { home } from './areas/home/area.ts';
import { invoice } from './areas/invoice/area.ts';
import { creditLimit } from './areas/issuing/area.ts';
import { autoIssue } from './areas/issuing/plan/area.ts';
import { jobs as job } from './areas/job/area.ts';
import { limit } from './areas/limit/area.ts';
import { lottery } from './areas/lottery/area.ts';
import { merchant } from './areas/merchant/area.ts';
import { notification } from './areas/notification/area.ts';
import { operationLog } from './areas/operation-log/area.ts';
import { order } from './areas/order/area.ts';
import { own } from './areas/own/area.ts';
import { platform } from './areas/platform/area.ts';
import { preference } from './areas/preference/area.ts';
import { registryOf } from './areas/registry.ts';
import { role } from './areas/role/area.ts';
import { rule } from './areas/rule/area.ts';
import { search } from './areas/search/area.ts';
import { store } from './areas/store/area.ts';
import { subApp } from './areas/sub-app/area.ts';
import { tenant } from './areas/tenant/area.ts';
import { topup } from './areas/topup/area.ts';
import { userAccount } from './areas/user-account/area.ts';
import { verificationCode } from './areas/verification-code/area.ts';
import { voucher } from './areas/voucher/area.ts';
import { workCalendar } from './areas/work-calendar/area.ts';
import type { Router } from './wire/implement.ts';

/** Cards, with what channels ask of them: an area of its own in the code, as it stands on payments, which stand on cards. */
const card: Area<AppContract['card']> = {
  ...cards,
  handlers: { ...cards.handlers, ...cardSpending.handlers },
  schedule: [...(cards.schedule ?? []), ...(cardSpending.schedule ?? [])],
  invariants: [...(cards.invariants ?? []), ...(cardSpending.invariants ?? [])],
};

/** The server's table of contents: every area of the contract, in the order in which approvals are listed. */
const areas: { [Name in keyof AppContract]: Area<AppContract[Name]> } = {
  userAccount,
  verificationCode,
  preference,
  merchant,
  store,
  employee,
  bill,
  limit,
  billChange,
  consumption,
  lottery,
  invoice,
  company,
  fund,
  topup,
  voucher,
  attachment,
  compliance,
  rule,
  workCalendar,
  creditLimit,
  autoIssue,
  platform,
  brand,
  approval,
  search,
  home,
  errorReport,
  appDownload,
  subApp,
  notification,
  operationLog,
  order,
  card,
  own,
  channel,
  tenant,
  role,
  job,
  dev,
};

/** What the areas give together. */
export const registry = registryOf(areas);

/** The handlers of every area. */
export const router = Object.fromEntries(
  Object.entries(areas).map(([name, { handlers }]) => [name, handlers]),
) as Router;
