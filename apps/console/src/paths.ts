/** Addresses that code navigates to; the whole map is in screens.ts. */
export const paths = {
  login: '/login',
  reset: '/reset',
  invitation: '/invitation',
  tenant: '/tenant',
  oauth: '/oauth',
  workwx: '/workwxsso',
  notFound: '/404',
  layout: '/layout',
  merchant: '/layout/merchant',
  notification: '/layout/index/notification',
  changePassword: '/layout/profile/changepassword',
  userInfo: '/layout/profile/userinfo',
  subApp: '/layout/subapp/:code',
} as const;
