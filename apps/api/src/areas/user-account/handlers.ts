import { type userAccount as contract, passwordLength } from '@xyxlx/contracts/user-account';
import { Refusal, ShownFailure } from '../../core/errors.ts';
import { permit } from '../../core/permit.ts';
import { captchaRefused } from '../../platform/security/captcha/captcha.ts';
import type { Handlers } from '../../wire/implement.ts';
import { saveAvatar } from './avatar.ts';
import { changePassword } from './change-password.ts';
import { visibleMembership } from './membership-scope.ts';
import { passwordRules } from './password-rules.ts';
import { presentOther, presentUser } from './present-user.ts';
import { resetPassword } from './reset-password.ts';
import { signIn } from './sign-in.ts';
import { chooseTenant, tenantChoice } from './tenant-choice.ts';
import { updateMobile } from './update-mobile.ts';

export const userAccount: Handlers<typeof contract> = {
  login: async ({ input, request, deps }) => {
    if (deps.settings.captchaRequired) {
      throw new Refusal({
        zh: '此登录方式已停用，请升级客户端',
        en: 'This way of signing in is off, please update your client',
      });
    }
    return signIn(deps, request, input);
  },

  login_V2: async ({ input, request, deps }) => {
    // Used up before the password is looked at, so that a wrong one costs a new captcha.
    if (!(await deps.captcha.verify(input, 'login'))) throw new Refusal(captchaRefused);
    return signIn(deps, request, input);
  },

  refreshToken: async ({ request, deps }) => ({
    token: await deps.sessions.refresh(request.token as string, request),
  }),

  logout: async ({ session, deps }) => {
    await deps.sessions.revoke(deps.database.prisma, { id: session.id }, 'logout');
    return null;
  },

  getUser: async ({ input, session, deps: { database } }) => {
    const id = input.id ?? session.userId;
    if (id === session.userId) return presentUser(await visibleMembership(database.prisma, session, id));
    permit(session, 'user.view');
    return presentOther(await visibleMembership(database.prisma, session, id));
  },

  getPasswordRules: async ({ request }) => ({
    minLength: passwordLength.min,
    maxLength: passwordLength.max,
    rules: Object.values(passwordRules).map((rule) => rule[request.language]),
  }),

  updatePassword: changePassword,

  updatePassword_V2: async (call) => {
    if (!(await call.deps.captcha.verify(call.input, 'updatePassword')))
      throw new ShownFailure(captchaRefused);
    return changePassword(call);
  },

  resetPassword,

  updateMobile,

  uploadAvatarImage: saveAvatar,

  queryTenantChoice: async ({ session, deps }) => ({ list: await tenantChoice(deps, session) }),

  chooseTenant,
};
