import { signOnProviders } from '@xyxlx/contracts/sign-on';
import fp from 'fastify-plugin';
import { z } from 'zod';
import type { Deps } from '../../core/deps.ts';
import { callbackPaths } from '../../platform/security/identity/identity-provider.ts';
import { stubCode, stubPath, stubPeople } from '../../platform/security/identity/stub.ts';
import { validate } from '../../wire/validate.ts';

const query = z.object({
  provider: z.enum(signOnProviders),
  state: z.string().min(1).max(200),
  code_challenge: z.string().min(1).max(200),
  person: z.enum(stubPeople.map(({ externalId }) => externalId)).optional(),
});

/** The page of the stub identity provider: pick who you are, and come back with a code and the state. */
export const stubIdentity = fp<{ deps: Deps }>(
  async (app, { deps: { settings, clock } }) => {
    const stubs = signOnProviders.filter((provider) => settings.signOn[provider] === 'stub');
    if (stubs.length === 0) return;
    app.get(stubPath, async (request, reply) => {
      const { provider, state, code_challenge: codeChallenge, person } = validate(query, request.query);
      if (!stubs.includes(provider)) return reply.callNotFound();
      reply.header('Cache-Control', 'no-store');
      if (!person) return reply.type('text/html; charset=utf-8').send(pageOf(provider, state, codeChallenge));
      const code = stubCode(
        { provider, externalId: person, codeChallenge },
        settings.jwtSecrets[0],
        clock.now(),
      );
      return reply.redirect(`${callbackPaths[provider]}?${new URLSearchParams({ code, state })}`);
    });
  },
  { name: 'stub-identity', dependencies: ['wire'] },
);

/** Enough to be read on any screen, and unlike the console: it stands for somebody else's page. */
const style = `
:root { color-scheme: light dark; font: 15px/1.6 system-ui, sans-serif; }
main { max-width: 26rem; margin: 12vh auto 0; padding: 0 1rem; }
h1 { font-size: 1.4rem; line-height: 1.4; }
ul { display: grid; gap: .75rem; padding: 0; list-style: none; }
a { display: block; padding: .75rem 1rem; color: inherit; text-decoration: none; border: 1px solid; border-radius: .5rem; }
a:hover { background: color-mix(in srgb, currentcolor 8%, transparent); }
b { display: block; }
`;

function pageOf(provider: string, state: string, codeChallenge: string): string {
  const links = stubPeople.map(({ externalId, displayName, about }) => {
    const link = new URLSearchParams({ provider, state, code_challenge: codeChallenge, person: externalId });
    return `<li><a href="${stubPath}?${link.toString().replaceAll('&', '&amp;')}"><b>${displayName}</b>
${about.zh}<br><span lang="en">${about.en}</span></a></li>`;
  });
  return `<!doctype html>
<html lang="zh-CN">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>模拟身份提供方 · Stub identity provider</title>
<style>${style}</style>
<main>
<h1>模拟身份提供方<br><span lang="en">Stub identity provider</span></h1>
<p>仅供本地使用：选择以谁的身份登录。<br><span lang="en">For local use: choose who you are.</span></p>
<ul>${links.join('')}</ul>
</main>
</html>
`;
}
