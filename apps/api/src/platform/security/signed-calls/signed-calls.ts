import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Logger } from 'pino';
import type { Clock } from '../../../core/clock.ts';
import { Refusal } from '../../../core/errors.ts';
import type { SigningChannel } from '../../../core/signing-channel.ts';
import type { Database } from '../../db/database.ts';
import type { DataKeys } from '../data-keys.ts';
import { callbackSecretContext, findSigner } from './find-signer.ts';
import { takeNonce } from './nonces.ts';
import { isSignatureOf } from './signature.ts';

/** A call as it came in. */
interface SignedCall {
  headers: IncomingHttpHeaders;
  /** With `/xyxlx`, without a query. */
  path: string;
  body: Buffer;
  log: Pick<Logger, 'info'>;
}

/** Tells channels' own calls from others. */
export interface SignedCalls {
  /** The channel that has signed the call; throws 406 for any other, with one answer for all that can be wrong. Uses up the nonce. */
  authenticate(call: SignedCall): Promise<SigningChannel>;
}

declare module '../../../core/deps.ts' {
  interface Deps {
    signedCalls: SignedCalls;
  }
}

/** How far a call's time stamp may be from the machine's clock, in ms. */
const tolerance = 300_000;

/** Makes the judge of signed calls. */
export function makeSignedCalls(
  { pool }: Pick<Database, 'pool'>,
  dataKeys: DataKeys,
  clock: Clock,
): SignedCalls {
  /** Signs nothing: a call that no binding stands behind is compared as long as any other. */
  const nobodysSecret = randomBytes(32).toString('hex');

  return {
    authenticate: async ({ headers, path, body, log }) => {
      const claims = claimsOf(headers);
      if (!claims) throw refused(log, 'headers');
      const { bindingId, timestamp, nonce, signature } = claims;
      const now = clock.now();
      const signer = await findSigner(pool, bindingId, clock.businessNow());
      const secret = signer
        ? dataKeys.decrypt(signer.secretCipher, callbackSecretContext(bindingId))
        : nobodysSecret;
      const isSigned = isSignatureOf(secret, { timestamp, nonce, path, body }, signature);
      if (!signer) throw refused(log, 'binding', bindingId);
      if (Math.abs(now.getTime() - Number(timestamp) * 1000) > tolerance)
        throw refused(log, 'time', bindingId);
      if (!isSigned) throw refused(log, 'signature', bindingId);
      const { tenantId, channel, name } = signer;
      if (!(await takeNonce(pool, { tenantId, bindingId, nonce }, now)))
        throw refused(log, 'nonce', bindingId);
      const scope = { all: false, tenant: true, companyIds: [], merchantIds: [] };
      return { tenantId, scope, bindingId, channel, userId: null, userName: name, roles: [] };
    },
  };
}

const shapes = {
  'x-channel-id': /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  'x-timestamp': /^\d{1,12}$/,
  'x-nonce': /^[\w-]{16,64}$/,
  'x-signature': /^[0-9a-f]{64}$/i,
};

function claimsOf(headers: IncomingHttpHeaders) {
  const [bindingId, timestamp, nonce, signature] = Object.entries(shapes).map(([name, shape]) => {
    const value = headers[name];
    return typeof value === 'string' && shape.test(value) ? value : undefined;
  });
  if (!bindingId || !timestamp || !nonce || !signature) return null;
  // As the database writes it: a secret is encrypted for this very text.
  return { bindingId: bindingId.toLowerCase(), timestamp, nonce, signature };
}

/** The service's own log alone says what was wrong. */
function refused(log: SignedCall['log'], wrong: string, bindingId?: string): Refusal {
  log.info({ wrong, bindingId }, 'a signed call was refused');
  return new Refusal({ zh: '签名无效', en: 'The signature is not valid' });
}
