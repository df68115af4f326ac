import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Label } from '@xyxlx/contracts/endpoint';
import type { SignOnProvider } from '@xyxlx/contracts/sign-on';
import { z } from 'zod';
import type { Clock } from '../../../core/clock.ts';
import type { Identity, IdentityProvider } from './identity-provider.ts';

/** Where the stub asks who is there. */
export const stubPath = '/xyxlx/stub-identity';

const codeLife = 60_000;

/** Who the stub knows: one whom the demo data has bound to an account, one whom nobody has bound. */
export const stubPeople: readonly (Identity & { about: Label })[] = [
  {
    externalId: 'stub-maker',
    displayName: '财务经办',
    about: { zh: '已绑定账号，直接登录', en: 'linked to an account: signed in at once' },
  },
  {
    externalId: 'stub-newcomer',
    displayName: '新同事',
    about: { zh: '未绑定账号，先去绑定', en: 'not linked yet: comes to the page that links' },
  },
];

const codeContent = z.object({
  provider: z.string(),
  externalId: z.string(),
  codeChallenge: z.string(),
  until: z.number(),
});

/** An identity provider for local use, behind the same interface as the real ones: anybody may say who they are. */
export function stubProvider(provider: SignOnProvider, secret: string, clock: Clock): IdentityProvider {
  return {
    authorizeUrl: ({ state, codeChallenge }) =>
      `${stubPath}?${new URLSearchParams({ provider, state, code_challenge: codeChallenge })}`,

    identify: async ({ code, codeVerifier }) => {
      const content = readStubCode(code, secret);
      const challenge = createHash('sha256').update(codeVerifier).digest('base64url');
      if (!content || content.provider !== provider || content.codeChallenge !== challenge) return null;
      if (clock.now().getTime() > content.until) return null;
      return stubPeople.find(({ externalId }) => externalId === content.externalId) ?? null;
    },
  };
}

/** The code that the stub sends the browser back with: signed, so that the stub need remember nothing. */
export function stubCode(
  content: { provider: string; externalId: string; codeChallenge: string },
  secret: string,
  now: Date,
): string {
  const text = Buffer.from(JSON.stringify({ ...content, until: now.getTime() + codeLife })).toString(
    'base64url',
  );
  return `${text}.${signatureOf(text, secret).toString('base64url')}`;
}

function readStubCode(code: string, secret: string): z.infer<typeof codeContent> | null {
  const [text = '', signature = ''] = code.split('.');
  const given = Buffer.from(signature, 'base64url');
  const right = signatureOf(text, secret);
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
  return codeContent.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
}

function signatureOf(text: string, secret: string): Buffer {
  return createHmac('sha256', secret).update(`stub-code/${text}`).digest();
}
