import { type BindingNeeded, bindingNeeded, type SignOnProvider } from '@xyxlx/contracts/sign-on';
import type { signedIn } from '@xyxlx/contracts/user-account';
import type { z } from 'zod';
import { call } from '../../lib/call.ts';
import { endpointUrl, WireError } from '../../lib/wire.ts';

export type SignedIn = z.output<typeof signedIn>;

type SignOnOutcome = { signedIn: SignedIn; binding?: never } | { binding: BindingNeeded; signedIn?: never };

interface Answer {
  provider: SignOnProvider;
  code: string;
  state: string;
}

/** Hands a provider's answer in; an account that nobody has bound yet is an outcome here, not a failure. */
export async function authenticate(answer: Answer): Promise<SignOnOutcome> {
  try {
    return { signedIn: (await call(endpointUrl('userAccount', 'authentication'), answer)) as SignedIn };
  } catch (error) {
    const { success, data } = bindingNeeded.safeParse(
      error instanceof WireError ? error.data.wire.result : null,
    );
    if (success) return { binding: data };
    throw error;
  }
}
