import { createHash } from 'node:crypto';
import {
  type BindingNeeded,
  type signOn as contract,
  type SignOnProvider,
  signOnProviders,
} from '@xyxlx/contracts/sign-on';
import type { RequestInfo } from '../../core/call.ts';
import type { Deps } from '../../core/deps.ts';
import { Refusal } from '../../core/errors.ts';
import type { Identity, IdentityProvider } from '../../platform/security/identity/identity-provider.ts';
import { consumeLimits } from '../../platform/security/rate-limit.ts';
import type { Handlers } from '../../wire/implement.ts';
import { bindAccount } from './bind-account.ts';
import { openSession, type SignedIn } from './open-session.ts';
import { removeSignOnBinding, signOnBindings } from './sign-on-bindings.ts';
import { secretHash, secretText, signOnLife } from './sign-on-secret.ts';
import { usableMembership } from './usable-membership.ts';

export const signOn: Handlers<typeof contract> = {
  querySignOnProvider: async ({ deps }) => ({
    list: signOnProviders.filter((provider) => deps.identityProviders[provider]),
  }),

  startAuthentication: async ({ input, request, deps }) => {
    const provider = providerOf(deps, input.provider);
    await consumeLimits(
      deps.database.prisma,
      [
        { key: `sign-on/address/${request.ip}`, max: 60, seconds: 60 },
        { key: `sign-on/address/${request.ip}`, max: 2000, seconds: 86_400 },
      ],
      deps.clock.now(),
    );
    const state = secretText();
    const codeVerifier = secretText();
    const authorizeUrl = provider.authorizeUrl({
      state,
      codeChallenge: createHash('sha256').update(codeVerifier).digest('base64url'),
    });
    await deps.database.prisma.signOn.create({
      data: {
        provider: input.provider,
        stateHash: secretHash(state),
        codeVerifier,
        device: request.device,
        startedAt: deps.clock.now(),
      },
    });
    return { authorizeUrl, state };
  },

  authentication: async ({ input, request, deps }) => {
    const provider = providerOf(deps, input.provider);
    const started = await takeState(deps, request, input);
    const identity =
      started && (await provider.identify({ code: input.code, codeVerifier: started.codeVerifier }));
    if (!identity) throw signOnFailed();
    const account = await deps.database.prisma.externalAccount.findUnique({
      where: { provider_externalId: { provider: input.provider, externalId: identity.externalId } },
    });
    if (!account) throw await bindingNeeded(deps, started.id, input.provider, identity);
    return enter(deps, request, account.userId);
  },

  bindAccount: async (call) => enter(call.deps, call.request, await bindAccount(call)),

  querySignOnBinding: async ({ session, deps }) => signOnBindings(deps, session),

  removeSignOnBinding,
};

/** One guarded update: a state is good for one try, of the same provider and in the browser that started. */
async function takeState(
  { database, clock }: Deps,
  { device }: RequestInfo,
  { provider, state }: { provider: SignOnProvider; state: string },
): Promise<{ id: string; codeVerifier: string } | null> {
  const now = clock.now();
  const [used] = await database.prisma.signOn.updateManyAndReturn({
    where: { stateHash: secretHash(state), usedAt: null },
    data: { usedAt: now },
  });
  if (!used || used.provider !== provider || used.device !== device) return null;
  return now.getTime() - used.startedAt.getTime() <= signOnLife ? used : null;
}

/** Remembers who the provider says it is, under a ticket for the binding page. */
async function bindingNeeded(
  { database }: Deps,
  signOnId: string,
  provider: SignOnProvider,
  { externalId, displayName }: Identity,
): Promise<Refusal> {
  const bindTicket = secretText();
  await database.prisma.signOn.update({
    where: { id: signOnId },
    data: { externalId, displayName, ticketHash: secretHash(bindTicket) },
  });
  return new Refusal(
    {
      zh: '该账号尚未绑定，请先绑定手机号',
      en: 'This account is not bound yet, bind it to your mobile first',
    },
    { bindTicket, provider, displayName } satisfies BindingNeeded,
  );
}

async function enter(deps: Deps, request: RequestInfo, userId: string): Promise<SignedIn> {
  const membership = await usableMembership(deps.database.pool, deps, userId);
  if (!membership) throw signOnFailed();
  return openSession(deps, deps.database.pool, request, membership);
}

function providerOf({ identityProviders }: Deps, provider: SignOnProvider): IdentityProvider {
  const found = identityProviders[provider];
  if (!found) throw new Refusal({ zh: '该登录方式未启用', en: 'This way of signing on is off' });
  return found;
}

/** One text for a state that is wrong, late or used, for a code that the provider refuses, and for an account that can't sign in. */
function signOnFailed(): Refusal {
  return new Refusal({
    zh: '登录失败或已过期，请重新登录',
    en: 'The sign-on failed or took too long, please start again',
  });
}
