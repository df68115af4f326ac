import { appDownload } from './areas/app-download/handlers.ts';
import { approval } from './areas/approval/handlers.ts';
import { bill } from './areas/bill/handlers.ts';
import { billChange } from './areas/bill-change/handlers.ts';
import { channel } from './areas/channel/handlers.ts';
import { company } from './areas/company/handlers.ts';
import { consumption } from './areas/consumption/handlers.ts';
import type { Faults } from './areas/dev/faults.ts';
import { dev } from './areas/dev/handlers.ts';
import { employee } from './areas/employee/handlers.ts';
import { employeeImport } from './areas/employee/import-handlers.ts';
import { errorReport } from './areas/error-report/handlers.ts';
import { home } from './areas/home/handlers.ts';
import { invoice } from './areas/invoice/handlers.ts';
import { job } from './areas/job/handlers.ts';
import { limit } from './areas/limit/handlers.ts';
import { lottery } from './areas/lottery/handlers.ts';
import { merchant } from './areas/merchant/handlers.ts';
import { notification } from './areas/notification/handlers.ts';
import { operationLog } from './areas/operation-log/handlers.ts';
import { preference } from './areas/preference/handlers.ts';
import { role } from './areas/role/handlers.ts';
import { search } from './areas/search/handlers.ts';
import { store } from './areas/store/handlers.ts';
import { subApp } from './areas/sub-app/handlers.ts';
import { tenant } from './areas/tenant/handlers.ts';
import { userAdministration } from './areas/user-account/administration.ts';
import { deviceSessions } from './areas/user-account/device-sessions.ts';
import { userFiles } from './areas/user-account/files.ts';
import { userAccount } from './areas/user-account/handlers.ts';
import { invitations } from './areas/user-account/invitations.ts';
import { signOn } from './areas/user-account/sign-on.ts';
import { verificationCode } from './areas/verification-code/handlers.ts';
import type { Router } from './wire/implement.ts';

/** The server's table of contents. */
export function makeRouter(faults: Faults): Router {
  return {
    userAccount: {
      ...userAccount,
      ...signOn,
      ...deviceSessions,
      ...userAdministration,
      ...invitations,
      ...userFiles,
    },
    verificationCode,
    preference,
    merchant,
    store,
    employee: { ...employee, ...employeeImport },
    limit,
    consumption,
    lottery,
    bill,
    billChange,
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
    tenant,
    role,
    job,
    dev: dev(faults),
  };
}
