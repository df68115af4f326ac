import type account from './features/account/locales/zh.json';
import type approval from './features/approval/locales/zh.json';
import type bill from './features/bill/locales/zh.json';
import type channel from './features/channel/locales/zh.json';
import type company from './features/company/locales/zh.json';
import type consumption from './features/consumption/locales/zh.json';
import type devPanel from './features/dev-panel/locales/zh.json';
import type downloadApp from './features/download-app/locales/zh.json';
import type employee from './features/employee/locales/zh.json';
import type errorReport from './features/error-report/locales/zh.json';
import type errors from './features/errors/locales/zh.json';
import type home from './features/home/locales/zh.json';
import type invoice from './features/invoice/locales/zh.json';
import type liveChannel from './features/live-channel/locales/zh.json';
import type lottery from './features/lottery/locales/zh.json';
import type merchant from './features/merchant/locales/zh.json';
import type notification from './features/notification/locales/zh.json';
import type operationLog from './features/operation-log/locales/zh.json';
import type role from './features/role/locales/zh.json';
import type search from './features/search/locales/zh.json';
import type shell from './features/shell/locales/zh.json';
import type signIn from './features/sign-in/locales/zh.json';
import type subApp from './features/sub-app/locales/zh.json';
import type tenant from './features/tenant/locales/zh.json';
import type user from './features/user/locales/zh.json';
import type worker from './features/worker/locales/zh.json';
import type kit from './kit/locales/zh.json';
import type common from './lib/locales/zh.json';

// Keys are checked by the compiler; a new feature adds its line here.
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    keySeparator: false;
    resources: {
      common: typeof common;
      kit: typeof kit;
      account: typeof account;
      approval: typeof approval;
      notification: typeof notification;
      errors: typeof errors;
      bill: typeof bill;
      consumption: typeof consumption;
      employee: typeof employee;
      home: typeof home;
      'dev-panel': typeof devPanel;
      'download-app': typeof downloadApp;
      'error-report': typeof errorReport;
      invoice: typeof invoice;
      lottery: typeof lottery;
      search: typeof search;
      merchant: typeof merchant;
      shell: typeof shell;
      'sign-in': typeof signIn;
      'sub-app': typeof subApp;
      'live-channel': typeof liveChannel;
      worker: typeof worker;
      role: typeof role;
      company: typeof company;
      tenant: typeof tenant;
      channel: typeof channel;
      'operation-log': typeof operationLog;
      user: typeof user;
    };
  }
}
