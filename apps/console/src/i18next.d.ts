import type account from './features/account/locales/zh.json';
import type errors from './features/errors/locales/zh.json';
import type merchant from './features/merchant/locales/zh.json';
import type shell from './features/shell/locales/zh.json';
import type signIn from './features/sign-in/locales/zh.json';
import type user from './features/user/locales/zh.json';
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
      errors: typeof errors;
      merchant: typeof merchant;
      shell: typeof shell;
      'sign-in': typeof signIn;
      user: typeof user;
    };
  }
}
