import type { userAccount as contract } from '@xyxlx/contracts/user-account';
import { Refusal, recordMissing } from '../../wire/errors.ts';
import type { Handlers } from '../../wire/implement.ts';
import { presentUser, userInclude } from './present-user.ts';
import { signIn } from './sign-in.ts';

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
    if (!(await deps.captcha.verify(input, 'login'))) throw captchaRefused();
    return signIn(deps, request, input);
  },

  refreshToken: async ({ request, deps }) => ({
    token: await deps.sessions.refresh(request.token as string, request),
  }),

  logout: async ({ session, deps }) => {
    await deps.sessions.revoke(deps.database.prisma, { id: session.id }, 'logout');
    return null;
  },

  getUser: async ({ input, session, deps }) => {
    if (input.id && input.id !== session.userId && !session.permissions.has('user.view'))
      throw recordMissing();
    const membership = await deps.database.prisma.membership.findUnique({
      where: { tenantId_userId: { tenantId: session.tenantId, userId: input.id ?? session.userId } },
      include: userInclude,
    });
    if (!membership) throw recordMissing();
    return presentUser(membership);
  },
};

function captchaRefused(): Refusal {
  return new Refusal({ zh: '验证未通过，请重新滑动', en: 'The check failed, please slide again' });
}
