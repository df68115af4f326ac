import { dev } from './dev.ts';
import type { Contract, RouterOf } from './endpoint.ts';
import { errorReport } from './error-report.ts';
import { merchant } from './merchant.ts';
import { subApp } from './sub-app.ts';
import { userAccount } from './user-account.ts';
import { verificationCode } from './verification-code.ts';

/** Every endpoint of the wire: `/xyxlx/<area>/<action>`. */
export const contract = {
  userAccount,
  verificationCode,
  merchant,
  errorReport,
  subApp,
  dev,
} satisfies Contract;

export type AppContract = typeof contract;

/** The router that the console's tRPC client is typed by. */
export type AppRouter = RouterOf<AppContract>;
