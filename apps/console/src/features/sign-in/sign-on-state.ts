import { type SignOnProvider, signOnProviders } from '@xyxlx/contracts/sign-on';
import { z } from 'zod';

const key = 'sign-on';
const started = z.object({
  provider: z.enum(signOnProviders),
  state: z.string().min(1),
  redirect: z.string().nullable(),
});

/** A sign-on that this tab started: what must come back with the code, and where to go afterwards. */
type StartedSignOn = z.infer<typeof started>;

/** Remembers a sign-on for this tab alone, while the browser is away at the provider. */
export function rememberSignOn(signOn: StartedSignOn): void {
  sessionStorage.setItem(key, JSON.stringify(signOn));
}

/** The sign-on that an answer belongs to, good once; null for an answer that this tab did not ask for. */
export function recallSignOn(provider: SignOnProvider, state: string): StartedSignOn | null {
  const stored = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  const { success, data } = started.safeParse(parse(stored));
  return success && data.provider === provider && data.state === state ? data : null;
}

function parse(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
