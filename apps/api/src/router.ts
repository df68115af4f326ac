import { approval } from './areas/approval/handlers.ts';
import type { Faults } from './areas/dev/faults.ts';
import { dev } from './areas/dev/handlers.ts';
import { errorReport } from './areas/error-report/handlers.ts';
import { invoice } from './areas/invoice/handlers.ts';
import { merchant } from './areas/merchant/handlers.ts';
import { notification } from './areas/notification/handlers.ts';
import { preference } from './areas/preference/handlers.ts';
import { role } from './areas/role/handlers.ts';
import { subApp } from './areas/sub-app/handlers.ts';
import { tenant } from './areas/tenant/handlers.ts';
import { userAdministration } from './areas/user-account/administration.ts';
import { deviceSessions } from './areas/user-account/device-sessions.ts';
import { userAccount } from './areas/user-account/handlers.ts';
import { signOn } from './areas/user-account/sign-on.ts';
import { verificationCode } from './areas/verification-code/handlers.ts';
import type { Router } from './wire/implement.ts';

/** The server's table of contents. */
export function makeRouter(faults: Faults): Router {
  return {
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
    dev: dev(faults),
  };
}
