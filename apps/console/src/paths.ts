/** Addresses that code navigates to; the whole map is in screens.ts. */
export const paths = {
  login: '/login',
  reset: '/reset',
  tenant: '/tenant',
  oauth: '/oauth',
  workwx: '/workwxsso',
  notFound: '/404',
  layout: '/layout',
  merchant: '/layout/merchant',
  changePassword: '/layout/profile/changepassword',
  userInfo: '/layout/profile/userinfo',
} as const;
