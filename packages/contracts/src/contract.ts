import { approval } from './approval.ts';
import { dev } from './dev.ts';
import { deviceSessions } from './device-sessions.ts';
import type { Contract, RouterOf } from './endpoint.ts';
import { errorReport } from './error-report.ts';
import { invoice } from './invoice.ts';
import { merchant } from './merchant.ts';
import { notification } from './notification.ts';
import { preference } from './preference.ts';
import { role } from './role.ts';
import { signOn } from './sign-on.ts';
import { subApp } from './sub-app.ts';
import { tenant } from './tenant.ts';
import { userAccount } from './user-account.ts';
import { userAdministration } from './user-administration.ts';
import { verificationCode } from './verification-code.ts';

/** Every endpoint of the wire: `/xyxlx/<area>/<action>`. */
export const contract = {
  userAccount: { ...userAccount, ...signOn, ...deviceSessions, ...userAdministration },
  verificationCode,
  preference,
  merchant,
  errorReport,
  invoice,
  subApp,
  approval,
  notification,
  tenant,
  role,
  dev,
} satisfies Contract;

export type AppContract = typeof contract;

/** The router that the console's tRPC client is typed by. */
export type AppRouter = RouterOf<AppContract>;
